import { defineRoute } from '../http/define-route.ts'
import {
  PasskeySignalsResponse,
  WebAuthnCredentialAddRequest,
  WebAuthnRegistrationOptionsResponse,
} from '../schemas/passkeys.ts'
import { StepUpRequest } from '../schemas/step-up.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'
import { signalsJson } from './passkey-json.ts'

export const passkeyRegistrationOptions = defineRoute({
  operationId: 'getPasskeyRegistrationOptions',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/webauthn/credentials/registration-options',
  access: 'account',
  summary: 'Get options to register a passkey. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:passkeys:options' },
  body: StepUpRequest,
  response: WebAuthnRegistrationOptionsResponse,
  errors: ['WEBAUTHN_CREDENTIAL_LIMIT_REACHED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const request = { actor, client: context.client, ...proofOf(body) }
    return JSON.parse((await services.auth.startPasskeyRegistration(request, context)).optionsJson)
  },
})

export const addPasskey = defineRoute({
  operationId: 'addPasskey',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/webauthn/credentials',
  access: 'account',
  summary: 'Add a passkey. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:passkeys:add' },
  body: WebAuthnCredentialAddRequest,
  response: PasskeySignalsResponse,
  errors: [
    'INVALID_WEBAUTHN_CREDENTIAL',
    'WEBAUTHN_CREDENTIAL_LIMIT_REACHED',
    'SUDO_MODE_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
  ],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { challenge, name, response, end_other_sessions: endOtherSessions = false } = body
    const proved = { actor, client: context.client, ...proofOf(body) }
    const request = { ...proved, challenge, name, responseJson: JSON.stringify(response), endOtherSessions }
    return signalsJson((await services.auth.addPasskey(request, context)).signals)
  },
})
