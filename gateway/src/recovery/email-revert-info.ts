import { defineRoute } from '../http/define-route.ts'
import { EmailRevertInfoRequest, EmailRevertInfoResponse } from '../schemas/recovery.ts'

/** POST, because a token in the path or query would be logged by proxies. */
export const emailRevertInfo = defineRoute({
  operationId: 'getEmailRevert',
  tag: 'auth',
  method: 'post',
  path: '/auth/email-revert/info',
  access: 'anyone',
  summary: 'Get the account whose address the token of a mail would restore. Changes nothing.',
  rateLimit: { bucket: 'auth:email_revert:info' },
  body: EmailRevertInfoRequest,
  response: EmailRevertInfoResponse,
  errors: ['SSO_REQUIRED', 'ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_REVERT_TOKEN'] },
  async handler({ body, context, services }) {
    return services.auth.getEmailRevert(body, context)
  },
})
