import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { ServerStream } from '@gatehouse/service-kit/grpc/handle'
import type { RevocationEvent, RevocationFeed } from './revocation-feed.ts'

type WatchContext = { revocations: Pick<RevocationFeed, 'watch' | 'deliveredMsAgo'> }

/** A watcher counts from when it hears a heartbeat, so one that took longer on its way through Redis is not passed on. */
const freshMs = 250

/** Tells the caller of every session that ends, until it goes away or the service drains. */
export function watchRevocations(
  ctx: WatchContext,
  { send, ended }: ServerStream<WatchRevocationsResponse>,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = ctx.revocations.watch((event) => {
      if (event.type !== 'heartbeat' || isFresh(ctx)) send(messageOf(event))
    })
    const end = () => {
      stop()
      resolve()
    }
    ended.addEventListener('abort', end)
    if (ended.aborted) end()
  })
}

function isFresh({ revocations }: WatchContext): boolean {
  return (revocations.deliveredMsAgo() ?? Number.POSITIVE_INFINITY) <= freshMs
}

function messageOf(event: RevocationEvent): WatchRevocationsResponse {
  if (event.type !== 'revoked') return { event: { $case: event.type, value: {} } }
  const { accountId, idHashes } = event
  return { event: { $case: 'revoked', value: { accountId, idHashes } } }
}
