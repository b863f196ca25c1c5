import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'
import type {
  WatchRevocationsRequest,
  WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import { deliveredUntilAge, type RevocationEvent, type RevocationFeed } from './revocation-feed.ts'

type WatchContext = { revocations: Pick<RevocationFeed, 'watch' | 'deliveredUntilMsAgo'> }

export async function watchRevocations(
  { revocations }: WatchContext,
  { messages, send }: Duplex<WatchRevocationsRequest, WatchRevocationsResponse>,
): Promise<void> {
  const stop = revocations.watch((event) => send(messageOf(event)))
  try {
    for await (const _ of messages) send(heartbeat(deliveredUntilAge(revocations.deliveredUntilMsAgo())))
  } finally {
    stop()
  }
}

function heartbeat(deliveredUntilAge: Duration | undefined): WatchRevocationsResponse {
  return { event: { $case: 'heartbeat', value: { deliveredUntilAge } } }
}

function messageOf(event: RevocationEvent): WatchRevocationsResponse {
  if (event.type !== 'revoked') return { event: { $case: event.type, value: {} } }
  const { accountId, idHashes } = event
  return { event: { $case: 'revoked', value: { accountId, idHashes } } }
}
