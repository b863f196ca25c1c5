import { defineRoute } from '../http/define-route.ts'

export const resendVerification = defineRoute({
  operationId: 'resendVerification',
  tag: 'auth',
  method: 'post',
  path: '/auth/verify/resend',
  access: 'account',
  summary:
    'Send another verification mail, whose token replaces the one before. Does nothing if the address is verified.',
  rateLimit: { bucket: 'auth:verify:resend' },
  response: null,
  errors: ['SSO_REQUIRED'],
  async handler({ actor, context, services }) {
    await services.auth.requestVerification({ actor, client: context.client }, context)
  },
})
