import type { HandoffReceiver } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { present } from '../http/present.ts'
import { route } from '../http/route.ts'
import { HandoffInfoResponse } from '../shapes/handoff.ts'
import { handoffCode } from './handoff-code.ts'
import { stateJson } from './handoff-state.ts'

export const handoffInfo = route({
  method: 'get',
  path: '/auth/handoff/{code}',
  access: 'account',
  summary: 'Show the giving side which device would receive its session, before it completes.',
  rateLimit: { bucket: 'auth:handoff:info', limit: 10, windowSeconds: 60 },
  params: handoffCode,
  response: HandoffInfoResponse,
  errors: ['INVALID_HANDOFF_CODE', 'UNKNOWN_HANDOFF'],
  async handler({ actor, params, context, services, call }) {
    const told = await services.handoffs.info({ code: params.code, client: context.client, actor }, call)
    return {
      status: stateJson(told.state),
      created_at: present(told.createdAt).toISOString(),
      expires_at: present(told.expiresAt).toISOString(),
      client_info: told.receiver ? receiverJson(told.receiver) : null,
    }
  },
})

function receiverJson({ browser, os, platform, location }: HandoffReceiver) {
  const { city = null, country = null, region = null } = location ?? {}
  return {
    browser: browser ?? null,
    location: location ? { city, country, region } : null,
    os: os ?? null,
    platform: platform ?? null,
  }
}
