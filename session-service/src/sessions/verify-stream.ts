import type {
  RevokedSessions,
  VerifyItem,
  VerifyResult,
  VerifyStreamRequest,
  VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { isStoreUnavailable } from '@gatehouse/service-kit/storage/store-unavailable'
import type { RevocationFeed } from '../revocations/revocation-feed.ts'
import { sessionMessage } from './session-message.ts'
import { findLiveSession, type VerifyContext } from './verify-session.ts'

type Stream = Duplex<VerifyStreamRequest, VerifyStreamResponse>

// A gateway has fewer in flight. Items above it fail at once instead of waiting.
const maxInFlight = 16_384

/**
 * Verifies tokens and sends revocations until the caller ends the stream. When this process drains, `messages` end: pending items
 * are answered and the stream ends, so that the caller opens one to another replica.
 */
export async function verifyStream(
  ctx: VerifyContext & { revocations: Pick<RevocationFeed, 'watch' | 'deliveredMsAgo'> },
  stream: Stream,
  log: Logger,
): Promise<void> {
  const responses = batchedResponses(stream.send, ctx.revocations.deliveredMsAgo)
  const inFlight = new Set<Promise<void>>()

  async function answer(item: VerifyItem): Promise<void> {
    const deadline = performance.now() + (item.deadlineMs || Number.POSITIVE_INFINITY)
    const outcome = await verifyItem(ctx, item, log)
    if (performance.now() <= deadline) responses.addResult({ correlationId: item.correlationId, outcome })
  }

  function accept(item: VerifyItem): void {
    if (inFlight.size >= maxInFlight) {
      responses.addResult({ correlationId: item.correlationId, outcome: failure('SERVICE_UNAVAILABLE') })
      return
    }
    const answered = answer(item).finally(() => inFlight.delete(answered))
    inFlight.add(answered)
  }

  const stopWatching = ctx.revocations.watch((event) => {
    if (event.type === 'revoked') {
      const { accountId, idHashes } = event
      responses.addRevoked({ accountId, idHashes })
    }
    if (event.type === 'interrupted') responses.setRevocationsMissed()
  })
  try {
    for await (const message of stream.messages) {
      if (message.ping) responses.setPong(message.pingNumber)
      message.items.forEach(accept)
    }
    await Promise.all(inFlight)
    responses.flush()
  } finally {
    stopWatching()
  }
}

async function verifyItem(
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
    log.error({ err: error, request_id: item.requestId }, 'session verification failed')
    return failure('INTERNAL_SERVER_ERROR')
  }
}

function failure(
  code: 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_SERVER_ERROR',
): VerifyResult['outcome'] {
  return { $case: 'errorCode', value: code }
}

/** Merges the responses of one event-loop turn into one message, since a message costs far more than an item in it. */
function batchedResponses(send: Stream['send'], deliveredMsAgo: RevocationFeed['deliveredMsAgo']) {
  let batch = emptyResponse()
  let flushing: NodeJS.Immediate | undefined

  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    const response = batch
    batch = emptyResponse()
    // Read after all revocations of the batch were added.
    if (response.pong) response.deliveredUntilMsAgo = roundedUp(deliveredMsAgo())
    if (!isEmpty(response)) send(response)
  }

  function scheduleFlush(): void {
    flushing ??= setImmediate(flush)
  }

  return {
    addResult(result: VerifyResult): void {
      batch.results.push(result)
      scheduleFlush()
    },
    setPong(number: number): void {
      batch.pong = true
      batch.pongNumber = number
      scheduleFlush()
    },
    addRevoked(sessions: RevokedSessions): void {
      batch.revoked.push(sessions)
      scheduleFlush()
    },
    setRevocationsMissed(): void {
      batch.revocationsMissed = true
      scheduleFlush()
    },
    flush,
  }
}

function emptyResponse(): VerifyStreamResponse {
  const revocations = { revoked: [], revocationsMissed: false, deliveredUntilMsAgo: undefined }
  return { results: [], pong: false, pongNumber: 0, ...revocations }
}

function isEmpty({ results, pong, revoked, revocationsMissed }: VerifyStreamResponse): boolean {
  return results.length === 0 && !pong && revoked.length === 0 && !revocationsMissed
}

function roundedUp(ms: number | null): number | undefined {
  return ms === null ? undefined : Math.ceil(ms)
}
