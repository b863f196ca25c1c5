import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { handoffCode } from '../http/params.ts'
import { HandoffStatusResponse } from '../schemas/handoff.ts'
import { stateJson } from './handoff-state.ts'
import { presentedSecret, setReceiverSecret } from './receiver-secret.ts'

export const handoffStatus = defineRoute({
  operationId: 'getHandoffStatus',
  tag: 'handoff',
  method: 'get',
  path: '/auth/handoff/{code}/status',
  access: 'unverified',
  summary:
    'Get the status of a handoff. The first caller for the code of a giver becomes its receiver. The token is returned once.',
  rateLimit: { bucket: 'auth:handoff:status' },
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
      receiverSecret: presentedSecret(context, publicUrl),
      // HEAD is safe: prefetching must not claim the code or consume the token.
      peek: context.req.method === 'HEAD',
    }
    const { state, accountId, ...rest } = await services.handoffs.status(handoffRequest, context)
    setReceiverSecret(rest.receiverSecret, request)
    return { status: stateJson(state), token: rest.token ?? null, user_id: accountId ?? null }
  },
})
