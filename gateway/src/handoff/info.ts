import { defineRoute } from '../http/define-route.ts'
import { handoffCode } from '../http/params.ts'
import { requireField } from '../http/require-field.ts'
import { HandoffInfoResponse } from '../schemas/handoff.ts'
import { clientInfoJson } from '../sessions/client-info-json.ts'
import { stateJson } from './handoff-state.ts'

export const handoffInfo = defineRoute({
  operationId: 'getHandoff',
  tag: 'handoff',
  method: 'get',
  path: '/auth/handoff/{code}',
  access: 'account',
  summary: 'Get the device that would receive the session.',
  rateLimit: { bucket: 'auth:handoff:info' },
  params: handoffCode,
  response: HandoffInfoResponse,
  errors: ['INVALID_HANDOFF_CODE', 'UNKNOWN_HANDOFF'],
  async handler({ actor, params, context, services }) {
    const handoff = await services.handoffs.info(
      { code: params.code, client: context.client, actor },
      context,
    )
    return {
      status: stateJson(handoff.state),
      created_at: requireField(handoff.createdAt).toISOString(),
      expires_at: requireField(handoff.expiresAt).toISOString(),
      client_info: handoff.receiver ? clientInfoJson(handoff.receiver) : null,
    }
  },
})
