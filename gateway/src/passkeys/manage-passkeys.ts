import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import {
  PasskeySignalsResponse,
  WebAuthnCredentialListResponse,
  WebAuthnCredentialRemoveRequest,
  WebAuthnCredentialRenameRequest,
} from '../schemas/passkeys.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'
import { passkeyJson, signalsJson } from './passkey-json.ts'

const params = z.object({
  credential_id: secretText({ min: 1, max: 1364 }).describe('Credential id, base64url.'),
})

export const listPasskeys = defineRoute({
  operationId: 'listPasskeys',
  tag: 'users',
  method: 'get',
  path: '/users/@me/mfa/webauthn/credentials',
  access: 'account',
  summary: 'List your passkeys.',
  rateLimit: { bucket: 'users:me:passkeys' },
  response: WebAuthnCredentialListResponse,
  errors: [],
  async handler({ actor, context, services }) {
    return (await services.auth.listPasskeys({ actor }, context)).passkeys.map(passkeyJson)
  },
})

export const passkeySignals = defineRoute({
  operationId: 'getPasskeySignals',
  tag: 'users',
  method: 'get',
  path: '/users/@me/mfa/webauthn/signals',
  access: 'account',
  summary:
    'Get what passkey managers should know about your account. Signal it after a sign-in and after a change of the username.',
  rateLimit: { bucket: 'users:me:passkeys' },
  response: PasskeySignalsResponse,
  errors: [],
  async handler({ actor, context, services }) {
    return signalsJson((await services.auth.getPasskeySignals({ actor }, context)).signals)
  },
})

export const renamePasskey = defineRoute({
  operationId: 'renamePasskey',
  tag: 'users',
  method: 'patch',
  path: '/users/@me/mfa/webauthn/credentials/{credential_id}',
  access: 'account',
  summary: 'Rename a passkey. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:passkeys:rename' },
  params,
  body: WebAuthnCredentialRenameRequest,
  response: PasskeySignalsResponse,
  errors: ['UNKNOWN_WEBAUTHN_CREDENTIAL', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, params: { credential_id: id }, body, context, services }) {
    const request = { actor, client: context.client, ...proofOf(body), id, name: body.name }
    return signalsJson((await services.auth.renamePasskey(request, context)).signals)
  },
})

export const removePasskey = defineRoute({
  operationId: 'removePasskey',
  tag: 'users',
  method: 'delete',
  path: '/users/@me/mfa/webauthn/credentials/{credential_id}',
  access: 'account',
  summary: 'Remove a passkey. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:passkeys:remove' },
  params,
  body: WebAuthnCredentialRemoveRequest,
  response: PasskeySignalsResponse,
  errors: ['UNKNOWN_WEBAUTHN_CREDENTIAL', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, params: { credential_id: id }, body, context, services }) {
    const { end_other_sessions: endOtherSessions = false } = body
    const request = { actor, client: context.client, ...proofOf(body), id, endOtherSessions }
    return signalsJson((await services.auth.removePasskey(request, context)).signals)
  },
})
