import { soundToken } from '../http/presented-token.ts'
import { route } from '../http/route.ts'
import { HandoffCompleteRequest } from '../shapes/handoff.ts'

export const completeHandoff = route({
  method: 'post',
  path: '/auth/handoff/complete',
  access: 'optional',
  summary: 'Give the receiver a session of its own; the token proves who gives and is not passed on.',
  rateLimit: { bucket: 'auth:handoff:complete', limit: 10, windowSeconds: 60 },
  body: HandoffCompleteRequest,
  response: null,
  errors: ['INVALID_TOKEN', 'SESSION_TOKEN_MISMATCH', 'INVALID_HANDOFF_CODE', 'UNAUTHORIZED'],
  async handler({ body, context, services, call }) {
    const { code, token, user_id: accountId } = body
    const authorization = soundToken(context.req.rawHeaders) ?? ''
    await services.handoffs.complete({ code, token, accountId, authorization, client: context.client }, call)
  },
})
