import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { clientInfoOf } from '../client-info.ts'
import type { SessionContext } from '../context.ts'
import type { EventContext } from '../events/build-event.ts'

export function eventContext(
  ctx: Pick<SessionContext, 'clock' | 'locationOf'>,
  { requestId }: Pick<Call, 'requestId'>,
  client?: Client,
): EventContext {
  return { at: ctx.clock.now(), requestId, client: client ? clientInfoOf(ctx, validClient(client)) : null }
}
