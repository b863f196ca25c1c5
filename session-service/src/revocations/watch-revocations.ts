import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Feed } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from '../context.ts'
import type { RevocationEvent } from './revocation-feed.ts'

type WatchContext = Pick<SessionContext, 'revocations'>

/** Tells the caller of every session that ends, until it goes away or the service drains. */
export function watchRevocations(
  ctx: WatchContext,
  { send, ended }: Feed<WatchRevocationsResponse>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = ctx.revocations.watch((event) => send(messageOf(event)))
    const end = () => {
      stop()
      resolve()
    }
    ended.addEventListener('abort', end)
    if (ended.aborted) end()
  })
}

function messageOf(event: RevocationEvent): WatchRevocationsResponse {
  if (event.type !== 'revoked') return { event: { $case: event.type, value: {} } }
  const { accountId, idHashes } = event
  return { event: { $case: 'revoked', value: { accountId, idHashes } } }
}
