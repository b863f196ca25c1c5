import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { requireField } from '../http/require-field.ts'
import { signedInJson } from '../login/login-json.ts'
import { AuthTokenWithUserIdResponse } from '../schemas/login.ts'
import { WebAuthnAuthenticateRequest, WebAuthnAuthenticationOptionsResponse } from '../schemas/passkeys.ts'

export const passkeySignInOptions = defineRoute({
  operationId: 'getPasskeySignInOptions',
  tag: 'auth',
  method: 'post',
  path: '/auth/webauthn/authentication-options',
  access: 'anyone',
  summary: 'Get options to sign in with a passkey.',
  rateLimit: { bucket: 'auth:webauthn:options' },
  response: WebAuthnAuthenticationOptionsResponse,
  errors: ['SSO_REQUIRED'],
  async handler({ context, services }) {
    return JSON.parse((await services.auth.startPasskeySignIn({}, context)).optionsJson)
  },
})

export const signInWithPasskey = defineRoute({
  operationId: 'signInWithPasskey',
  tag: 'auth',
  method: 'post',
  path: '/auth/webauthn/authenticate',
  access: 'anyone',
  summary: 'Sign in with a passkey.',
  rateLimit: { bucket: 'auth:webauthn:authenticate' },
  signsIn: true,
  body: WebAuthnAuthenticateRequest,
  response: AuthTokenWithUserIdResponse,
  errors: [
    'SSO_REQUIRED',
    'PASSKEY_AUTHENTICATION_FAILED',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { challenge, response } = body
    const deviceToken = readDeviceToken(context, publicUrl)
    const { signedIn } = await services.auth.completePasskeySignIn(
      { client: context.client, challenge, responseJson: JSON.stringify(response), deviceToken },
      context,
    )
    setDeviceCookie(requireField(signedIn).deviceToken, request)
    return signedInJson(signedIn)
  },
})
