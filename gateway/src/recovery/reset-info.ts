import { defineRoute } from '../http/define-route.ts'
import { ResetPasswordInfoRequest, ResetPasswordInfoResponse } from '../schemas/recovery.ts'

/** POST, because a token in the path or query would be logged by proxies. */
export const resetPasswordInfo = defineRoute({
  operationId: 'getPasswordReset',
  tag: 'auth',
  method: 'post',
  path: '/auth/reset/info',
  access: 'anyone',
  summary: 'Get the account whose password the token of a mail would set. Changes nothing.',
  rateLimit: { bucket: 'auth:reset:info' },
  body: ResetPasswordInfoRequest,
  response: ResetPasswordInfoResponse,
  errors: [
    'SSO_REQUIRED',
    'MANAGED_BY_SSO',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_RESET_TOKEN'] },
  async handler({ body, context, services }) {
    const { email, username, removesCredentials } = await services.auth.getPasswordReset(body, context)
    return { email, username, removes: removesCredentials }
  },
})
