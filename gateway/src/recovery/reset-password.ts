import { defineRoute } from '../http/define-route.ts'
import { setDeviceCookie } from '../http/device-cookie.ts'
import { deviceTokenOf, loginJson } from '../login/login-json.ts'
import { AuthLoginResponse } from '../schemas/login.ts'
import { ResetPasswordRequest } from '../schemas/recovery.ts'

export const resetPassword = defineRoute({
  operationId: 'resetPassword',
  tag: 'auth',
  method: 'post',
  path: '/auth/reset',
  access: 'anyone',
  summary:
    'Set a new password with the token of a mail, and sign in. All other sessions end. Returns a ticket if the account has a second factor.',
  rateLimit: { bucket: 'auth:reset' },
  signsIn: true,
  body: ResetPasswordRequest,
  response: AuthLoginResponse,
  errors: [
    'SSO_REQUIRED',
    'MANAGED_BY_SSO',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_RESET_TOKEN'], password: ['PASSWORD_IS_TOO_COMMON'] },
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services } = request
    const { token, password } = body
    const { outcome } = await services.auth.resetPassword(
      { client: context.client, token, password },
      context,
    )
    setDeviceCookie(deviceTokenOf(outcome), request)
    return loginJson(outcome)
  },
})
