import type {
  WatchRevocationsRequest,
  WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import type { RevocationEvent, RevocationFeed } from './revocation-feed.ts'

type WatchContext = { revocations: Pick<RevocationFeed, 'watch' | 'deliveredUntilAge'> }

export async function watchRevocations(
  { revocations }: WatchContext,
  { messages, send }: Duplex<WatchRevocationsRequest, WatchRevocationsResponse>,
): Promise<void> {
  const stop = revocations.watch((event) => send(messageOf(event)))
  try {
    for await (const _ of messages) send(heartbeat({ revocations }))
  } finally {
    stop()
  }
}

function heartbeat({ revocations }: WatchContext): WatchRevocationsResponse {
  return { event: { $case: 'heartbeat', value: { deliveredUntilAge: revocations.deliveredUntilAge() } } }
}

function messageOf(event: RevocationEvent): WatchRevocationsResponse {
  if (event.type !== 'revoked') return { event: { $case: event.type, value: {} } }
  const { accountId, idHashes } = event
  return { event: { $case: 'revoked', value: { accountId, idHashes } } }
}
