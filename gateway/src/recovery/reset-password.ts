import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { deviceTokenOf, loginJson } from '../login/login-json.ts'
import { AuthLoginResponse } from '../schemas/login.ts'
import { ResetPasswordWithCodeRequest, requireTokenOrCode } from '../schemas/recovery.ts'

export const resetPassword = defineRoute({
  operationId: 'resetPassword',
  tag: 'auth',
  method: 'post',
  path: '/auth/reset',
  access: 'anyone',
  summary:
    'Set a new password with the token of a mail, or its code, and sign in. All other sessions end. Returns a ticket if the account has a second factor.',
  rateLimit: { bucket: 'auth:reset' },
  signsIn: true,
  body: ResetPasswordWithCodeRequest,
  response: AuthLoginResponse,
  errors: [
    'SSO_REQUIRED',
    'MANAGED_BY_SSO',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: {
    token: ['REQUIRED', 'INVALID_OR_EXPIRED_RESET_TOKEN'],
    email: ['REQUIRED', 'INVALID_EMAIL_FORMAT', 'INVALID_EMAIL_LOCAL_PART'],
    code: ['INVALID_VERIFICATION_CODE'],
    password: ['PASSWORD_IS_TOO_COMMON'],
  },
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    requireTokenOrCode(body)
    const { token = '', email, code, password } = body
    if (token === '' && email === undefined) throw invalidFields({ email: 'REQUIRED' })
    const from = { client: context.client, deviceToken: readDeviceToken(context, publicUrl) }
    const { outcome } = await services.auth.resetPassword({ ...from, token, email, code, password }, context)
    setDeviceCookie(deviceTokenOf(outcome), request)
    return loginJson(outcome)
  },
})
