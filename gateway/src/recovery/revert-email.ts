import { defineRoute } from '../http/define-route.ts'
import { setDeviceCookie } from '../http/device-cookie.ts'
import { deviceTokenOf, loginJson } from '../login/login-json.ts'
import { AuthLoginResponse } from '../schemas/login.ts'
import { EmailRevertRequest } from '../schemas/recovery.ts'

export const revertEmail = defineRoute({
  operationId: 'revertEmail',
  tag: 'auth',
  method: 'post',
  path: '/auth/email-revert',
  access: 'anyone',
  summary:
    'Restore the email address that a change replaced with the token of the mail to it, set a new password and sign in. All other sessions end. Returns a ticket if the account has an older second factor.',
  rateLimit: { bucket: 'auth:email_revert' },
  signsIn: true,
  body: EmailRevertRequest,
  response: AuthLoginResponse,
  errors: ['SSO_REQUIRED', 'ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_REVERT_TOKEN'], password: ['PASSWORD_IS_TOO_COMMON'] },
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services } = request
    const { token, password } = body
    const { outcome } = await services.auth.revertEmail({ client: context.client, token, password }, context)
    setDeviceCookie(deviceTokenOf(outcome), request)
    return loginJson(outcome)
  },
})
