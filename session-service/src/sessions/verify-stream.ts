import type {
  VerifyItem,
  VerifyResult,
  VerifyStreamRequest,
  VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Duplex } from '@gatehouse/service-kit/grpc/handle'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { isStoreUnavailable } from '@gatehouse/service-kit/storage/store-unavailable'
import type { RevocationFeed } from '../revocations/revocation-feed.ts'
import { batchedReplies } from './batched-replies.ts'
import { sessionMessage } from './session-message.ts'
import { findLiveSession, type VerifyContext } from './verify-session.ts'

type Stream = Duplex<VerifyStreamRequest, VerifyStreamResponse>

// A gateway keeps fewer in flight; beyond it an item is refused at once instead of waiting (contract.md 1, "Overload").
const maxInFlight = 16_384

/**
 * Verifies tokens for as long as the caller keeps the stream, and tells of every session that ends, so that the caller may
 * keep what it verified. When this process drains the messages end: what was asked is answered, then the stream ends, so that
 * the caller opens one elsewhere. An item that fails fails alone.
 */
export async function verifyStream(
  ctx: VerifyContext & { revocations: Pick<RevocationFeed, 'watch' | 'deliveredMsAgo'> },
  stream: Stream,
  log: Logger,
): Promise<void> {
  const replies = batchedReplies({ send: stream.send, deliveredMsAgo: ctx.revocations.deliveredMsAgo })
  const inFlight = new Set<Promise<void>>()

  async function answer(item: VerifyItem): Promise<void> {
    const waitsUntil = performance.now() + (item.deadlineMs || Number.POSITIVE_INFINITY)
    const outcome = await outcomeOf(ctx, item, log)
    if (performance.now() <= waitsUntil) replies.add({ correlationId: item.correlationId, outcome })
  }

  function accept(item: VerifyItem): void {
    if (inFlight.size >= maxInFlight) {
      replies.add({ correlationId: item.correlationId, outcome: failure('SERVICE_UNAVAILABLE') })
      return
    }
    const answered = answer(item).finally(() => inFlight.delete(answered))
    inFlight.add(answered)
  }

  const stopWatching = ctx.revocations.watch((event) => {
    if (event.type === 'revoked') {
      const { accountId, idHashes } = event
      replies.revoked({ accountId, idHashes })
    }
    if (event.type === 'interrupted') replies.revocationsMissed()
  })
  try {
    for await (const message of stream.messages) {
      if (message.ping) replies.pong(message.pingNumber)
      message.items.forEach(accept)
    }
    await Promise.all(inFlight)
    replies.flush()
  } finally {
    stopWatching()
  }
}

async function outcomeOf(
  ctx: VerifyContext,
  item: VerifyItem,
  log: Logger,
): Promise<VerifyResult['outcome']> {
  try {
    const session = await findLiveSession(ctx, item.token)
    return session
      ? { $case: 'session', value: sessionMessage(session, ctx.lifetime) }
      : failure('UNAUTHORIZED')
  } catch (error) {
    if (isStoreUnavailable(error)) return failure('SERVICE_UNAVAILABLE')
    log.error({ err: error, request_id: item.requestId }, 'a verification failed')
    return failure('INTERNAL_SERVER_ERROR')
  }
}

function failure(
  code: 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR',
): VerifyResult['outcome'] {
  return { $case: 'errorCode', value: code }
}
