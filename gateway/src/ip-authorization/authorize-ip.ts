import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { defineRoute } from '../http/define-route.ts'
import { AuthorizeIpWithNumberOrCodeRequest } from '../schemas/ip-approval.ts'
import { requireTokenOrCode } from '../schemas/recovery.ts'

export const authorizeIp = defineRoute({
  operationId: 'authorizeIp',
  tag: 'auth',
  method: 'post',
  path: '/auth/authorize-ip',
  access: 'anyone',
  summary:
    'Confirm a sign-in that waits, with the token of a mail, or with its ticket and the code of the mail: its client can complete it until its ticket expires.',
  rateLimit: { bucket: 'auth:authorize_ip' },
  body: AuthorizeIpWithNumberOrCodeRequest,
  response: null,
  errors: ['SSO_REQUIRED'],
  fieldErrors: {
    token: ['REQUIRED', 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN'],
    number: ['INVALID_AUTHORIZATION_NUMBER'],
    ticket: ['REQUIRED', 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET'],
    code: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
  },
  async handler({ body, context, services }) {
    requireTokenOrCode(body)
    const { token = '', ticket } = body
    if (token === '' && ticket === undefined) throw invalidFields({ ticket: 'REQUIRED' })
    await services.auth.authorizeIp({ client: context.client, ...body, token }, context)
  },
})
