import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { handoffCode } from '../http/params.ts'
import { HandoffStatusResponse } from '../schemas/handoff.ts'
import { stateJson } from './handoff-state.ts'
import { receiverSecret } from './receiver-secret.ts'

export const handoffStatus = defineRoute({
  operationId: 'getHandoffStatus',
  tag: 'handoff',
  method: 'get',
  path: '/auth/handoff/{code}/status',
  access: 'unverified',
  summary:
    'Get the status of a handoff. The first caller for the code of a giver becomes its receiver. The token is returned once.',
  rateLimit: {
    bucket: 'auth:handoff:status',
    each: { by: 'code', bucket: 'auth:handoff:status:code' },
  },
  params: handoffCode,
  response: HandoffStatusResponse,
  errors: ['INVALID_HANDOFF_CODE', 'UNAUTHORIZED'],
  requestHeaders: ['X-Client-Location', 'X-Handoff-Secret'],
  responseHeaders: ['X-Handoff-Secret', 'Set-Cookie'],
  async handler(request) {
    const { params, context, publicUrl, services } = request
    const handoffRequest = {
      code: params.code,
      client: context.client,
      token: presentedToken(context.req.rawHeaders, { reject: 'repeated' }) ?? undefined,
      receiverSecret: receiverSecret.presented(context, publicUrl),
      // HEAD is safe: prefetching must not claim the code or consume the token.
      peek: context.req.method === 'HEAD',
    }
    // Without the signal: if the client leaves, the token that it cannot get must become known here, so that its session ends.
    const { requestId } = context
    const handoff = await services.handoffs.status(handoffRequest, { requestId })
    const { state, accountId, token } = handoff
    if (handoff.receiverSecret !== undefined) receiverSecret.store(handoff.receiverSecret, request)
    if (token !== undefined) context.undo = (options) => services.sessions.revokeToken({ token }, options)
    return { status: stateJson(state), token: token ?? null, user_id: accountId ?? null }
  },
})
