import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { secondFactorLimit } from '../http/rate-limit.ts'
import { requireField } from '../http/require-field.ts'
import { AuthTokenWithUserIdResponse } from '../schemas/login.ts'
import { MfaTotpRequest } from '../schemas/second-factor.ts'
import { signedInJson } from './login-json.ts'

export const loginMfaTotp = defineRoute({
  operationId: 'completeLoginWithTotp',
  tag: 'auth',
  method: 'post',
  path: '/auth/login/mfa/totp',
  access: 'anyone',
  summary: 'Complete a sign-in with a code of an authenticator app, or with a backup code.',
  rateLimit: secondFactorLimit,
  signsIn: true,
  body: MfaTotpRequest,
  response: AuthTokenWithUserIdResponse,
  errors: ['SSO_REQUIRED', 'ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  fieldErrors: {
    ticket: ['SESSION_TIMEOUT'],
    code: ['INVALID_CODE', 'CODE_ALREADY_USED', 'TOTP_NOT_ENABLED'],
  },
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const deviceToken = readDeviceToken(context, publicUrl)
    const { signedIn } = await services.auth.completeLoginWithTotp(
      { client: context.client, ticket: body.ticket, code: body.code, deviceToken },
      context,
    )
    setDeviceCookie(requireField(signedIn).deviceToken, request)
    return signedInJson(signedIn)
  },
})
