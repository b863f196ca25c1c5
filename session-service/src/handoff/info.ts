import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import {
  type HandoffReceiver,
  HandoffState,
  type InfoRequest,
  type InfoResponse,
} from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { describeClient } from '@gatehouse/service-kit/clients/client-description'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from '../context.ts'
import { assertAccountId } from '../sessions/asserted-fields.ts'
import { eventSource } from '../sessions/event-source.ts'
import { nameHandoff } from './name-handoff.ts'

type InfoContext = Pick<SessionContext, 'handoffs' | 'wrongCodes' | 'clock' | 'events' | 'locationOf'>

/** Tells the giving side which device would receive, before it completes (contract.md 7 row 28). */
export async function handoffInfo(
  ctx: InfoContext,
  request: InfoRequest,
  call: Pick<Call, 'requestId'>,
): Promise<InfoResponse> {
  const accountId = request.actor?.accountId ?? ''
  assertAccountId(accountId)
  const act = eventSource(ctx, call, request.client)
  const handoff = await nameHandoff(ctx, request, act, (letters) =>
    ctx.handoffs.find(letters, accountId, act.at),
  )
  if (!handoff) throw new ServiceError('UNKNOWN_HANDOFF')
  return {
    state: handoff.state === 'completed' ? HandoffState.COMPLETED : HandoffState.PENDING,
    createdAt: new Date(handoff.createdAt),
    expiresAt: new Date(handoff.expiresAt),
    receiver: handoff.receiver ? receiverOf(ctx, handoff.receiver) : undefined,
  }
}

/**
 * Where the device says it is must not help it to look familiar: only where its address is counts (contract.md 9, "Location";
 * test: "is shown to the giving side by the address of the receiver, never as the receiver says").
 */
function receiverOf(
  { locationOf }: Pick<SessionContext, 'locationOf'>,
  { address, userAgent }: Client,
): HandoffReceiver {
  const { browser, os, platform } = describeClient(userAgent)
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: locationOf(address) ?? undefined,
  }
}
