import { defineRoute } from '../http/define-route.ts'
import { MfaTicketRequest } from '../schemas/second-factor.ts'

export const resendIpAuthorization = defineRoute({
  operationId: 'resendIpAuthorization',
  tag: 'auth',
  method: 'post',
  path: '/auth/ip-authorization/resend',
  access: 'anyone',
  summary: 'Send the mail of a sign-in that waits again: once, 30 seconds after the sign-in or later.',
  rateLimit: { bucket: 'auth:ip_authorization_resend' },
  body: MfaTicketRequest,
  response: null,
  errors: ['SSO_REQUIRED', 'IP_AUTHORIZATION_RESEND_COOLDOWN', 'IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED'],
  fieldErrors: { ticket: ['INVALID_OR_EXPIRED_AUTHORIZATION_TICKET'] },
  async handler({ body, context, services }) {
    await services.auth.resendIpAuthorization({ ticket: body.ticket }, context)
  },
})
