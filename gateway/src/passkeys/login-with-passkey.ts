import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { secondFactorLimit } from '../http/rate-limit.ts'
import { requireField } from '../http/require-field.ts'
import { signedInJson } from '../login/login-json.ts'
import { AuthTokenWithUserIdResponse } from '../schemas/login.ts'
import { WebAuthnAuthenticationOptionsResponse, WebAuthnMfaRequest } from '../schemas/passkeys.ts'
import { MfaTicketRequest } from '../schemas/second-factor.ts'

export const loginMfaPasskeyOptions = defineRoute({
  operationId: 'getLoginPasskeyOptions',
  tag: 'auth',
  method: 'post',
  path: '/auth/login/mfa/webauthn/authentication-options',
  access: 'anyone',
  summary: 'Get options to complete a sign-in with a passkey.',
  rateLimit: secondFactorLimit,
  body: MfaTicketRequest,
  response: WebAuthnAuthenticationOptionsResponse,
  errors: ['SSO_REQUIRED', 'NO_PASSKEYS_REGISTERED'],
  fieldErrors: { ticket: ['SESSION_TIMEOUT'] },
  async handler({ body: { ticket }, context, services }) {
    return JSON.parse((await services.auth.startLoginWithPasskey({ ticket }, context)).optionsJson)
  },
})

export const loginMfaPasskey = defineRoute({
  operationId: 'completeLoginWithPasskey',
  tag: 'auth',
  method: 'post',
  path: '/auth/login/mfa/webauthn',
  access: 'anyone',
  summary: 'Complete a sign-in with a passkey.',
  rateLimit: secondFactorLimit,
  signsIn: true,
  body: WebAuthnMfaRequest,
  response: AuthTokenWithUserIdResponse,
  errors: [
    'SSO_REQUIRED',
    'NO_PASSKEYS_REGISTERED',
    'PASSKEY_AUTHENTICATION_FAILED',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { ticket: ['SESSION_TIMEOUT'] },
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { ticket, challenge, response } = body
    const deviceToken = readDeviceToken(context, publicUrl)
    const { signedIn } = await services.auth.completeLoginWithPasskey(
      { client: context.client, ticket, challenge, responseJson: JSON.stringify(response), deviceToken },
      context,
    )
    setDeviceCookie(requireField(signedIn).deviceToken, request)
    return signedInJson(signedIn)
  },
})
