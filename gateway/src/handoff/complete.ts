import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { HandoffCompleteRequest } from '../schemas/handoff.ts'

export const completeHandoff = defineRoute({
  operationId: 'completeHandoff',
  tag: 'handoff',
  method: 'post',
  path: '/auth/handoff/complete',
  access: 'unverified',
  summary: 'Give the receiver a new session of your account. The receiver does not get your token.',
  rateLimit: { bucket: 'auth:handoff:complete' },
  body: HandoffCompleteRequest,
  response: null,
  errors: ['INVALID_TOKEN', 'SESSION_TOKEN_MISMATCH', 'INVALID_HANDOFF_CODE', 'UNAUTHORIZED', 'SSO_REQUIRED'],
  async handler({ body, context, services }) {
    const { code, token, user_id: accountId } = body
    if ((await services.sso.getStatus({}, context)).enforced) throw new ServiceError('SSO_REQUIRED')
    const authorization =
      presentedToken(context.req.rawHeaders, { reject: 'repeated-or-malformed' }) ?? undefined
    await services.handoffs.complete(
      { code, token, accountId, authorization, client: context.client },
      context,
    )
  },
})
