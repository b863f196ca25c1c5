import { HandoffState, type InfoRequest, type InfoResponse } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { SessionContext } from '../context.ts'
import { assertAccountId } from '../sessions/asserted-fields.ts'
import { eventContext } from '../sessions/event-context.ts'
import { findByCode } from './find-by-code.ts'

type InfoContext = Pick<SessionContext, 'handoffs' | 'wrongCodes' | 'clock' | 'logRecords' | 'locationOf'>

export async function handoffInfo(
  ctx: InfoContext,
  request: InfoRequest,
  call: Pick<Call, 'requestId'>,
): Promise<InfoResponse> {
  const accountId = request.actor?.accountId ?? ''
  assertAccountId(accountId, 'actor.account_id')
  const client = validClient(request.client)
  const context = eventContext(ctx, call, client)
  const handoff = await findByCode(ctx, { code: request.code, client }, context, (code) =>
    ctx.handoffs.lookUp(code, accountId, context.at),
  )
  if (!handoff) throw new ServiceError('UNKNOWN_HANDOFF')
  return {
    state: handoff.state === 'completed' ? HandoffState.COMPLETED : HandoffState.PENDING,
    createdAt: new Date(handoff.createdAt),
    expiresAt: new Date(handoff.expiresAt),
    receiver: handoff.receiver ? clientInfo(handoff.receiver, ctx.locationOf) : undefined,
  }
}
