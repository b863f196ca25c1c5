import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from '../context.ts'
import type { Act } from '../events/told-event.ts'
import { originOf } from './create-session.ts'

/** A call as events tell of it; without a client where another service did not say whose wish it was. */
export function actOf(
  ctx: Pick<SessionContext, 'clock' | 'placeOf'>,
  { requestId }: Pick<Call, 'requestId'>,
  client?: Client,
): Act {
  return { at: ctx.clock.now(), requestId, from: client ? originOf(ctx, client) : null }
}
