import { defineRoute } from '../http/define-route.ts'
import { AuthorizeIpWithNumberRequest } from '../schemas/ip-approval.ts'

export const authorizeIp = defineRoute({
  operationId: 'authorizeIp',
  tag: 'auth',
  method: 'post',
  path: '/auth/authorize-ip',
  access: 'anyone',
  summary:
    'Confirm a sign-in that waits, with the token of a mail: its client can complete it until its ticket expires.',
  rateLimit: { bucket: 'auth:authorize_ip' },
  body: AuthorizeIpWithNumberRequest,
  response: null,
  errors: ['SSO_REQUIRED'],
  fieldErrors: {
    token: ['INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN'],
    number: ['INVALID_AUTHORIZATION_NUMBER'],
  },
  async handler({ body, context, services }) {
    await services.auth.authorizeIp({ client: context.client, ...body }, context)
  },
})
