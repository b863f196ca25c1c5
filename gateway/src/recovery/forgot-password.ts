import { defineRoute } from '../http/define-route.ts'
import { ForgotPasswordRequest } from '../schemas/recovery.ts'

export const forgotPassword = defineRoute({
  operationId: 'forgotPassword',
  tag: 'auth',
  method: 'post',
  path: '/auth/forgot',
  access: 'anyone',
  summary: 'Request a mail with which the password can be reset. Responds alike with and without an account.',
  rateLimit: { bucket: 'auth:forgot' },
  captcha: true,
  body: ForgotPasswordRequest,
  response: null,
  errors: ['SSO_REQUIRED'],
  fieldErrors: { email: ['INVALID_EMAIL_FORMAT', 'INVALID_EMAIL_LOCAL_PART'] },
  async handler({ body, context, services }) {
    await services.auth.requestPasswordReset({ client: context.client, email: body.email }, context)
  },
})
