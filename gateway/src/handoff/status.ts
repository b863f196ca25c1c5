import { onlyToken } from '../http/presented-token.ts'
import { route } from '../http/route.ts'
import { HandoffStatusResponse } from '../shapes/handoff.ts'
import { handoffCode } from './handoff-code.ts'
import { stateJson } from './handoff-state.ts'
import { giveSecret, presentedSecret } from './receiver-secret.ts'

export const handoffStatus = route({
  method: 'get',
  path: '/auth/handoff/{code}/status',
  access: 'optional',
  summary:
    'Ask how far a handoff is. The first to ask about a giver’s code becomes its receiver; the token is handed over once.',
  rateLimit: { bucket: 'auth:handoff:status', limit: 60, windowSeconds: 60 },
  params: handoffCode,
  response: HandoffStatusResponse,
  errors: ['INVALID_HANDOFF_CODE', 'UNAUTHORIZED'],
  async handler(request) {
    const { params, context, publicUrl, services, call } = request
    const asked = {
      code: params.code,
      client: context.client,
      token: onlyToken(context.req.rawHeaders) ?? '',
      receiverSecret: presentedSecret(context, publicUrl),
      // Who fetches ahead of a click must not take what the click is for (contract.md 9, "HEAD").
      peek: context.req.method === 'HEAD',
    }
    const { state, accountId, ...told } = await services.handoffs.status(asked, call)
    giveSecret(told.receiverSecret, request)
    return { status: stateJson(state), token: told.token || null, user_id: accountId || null }
  },
})
