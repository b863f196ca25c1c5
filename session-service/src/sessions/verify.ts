import {
  type RevokedSessions,
  SessionsService,
  VerifyFailure,
  type VerifyItem,
  type VerifyRequest,
  type VerifyResponse,
  type VerifyResult,
  type VerifyStreamRequest,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isStoreDenied, isStoreUnavailable } from '@gatehouse/service-kit/errors/store-unavailable'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { tracing } from '@gatehouse/service-kit/tracing/tracing'
import type { RevocationFeed } from '../revocations/revocation-feed.ts'
import { isExpired, type Lifetime, type Session } from './session.ts'
import { sessionMessage } from './session-message.ts'
import type { SessionStore } from './session-store.ts'
import { readSessionToken } from './session-token.ts'
import type { TouchBuffer } from './touch-buffer.ts'

export type VerifyContext = { sessions: SessionStore; touches: TouchBuffer; clock: Clock; lifetime: Lifetime }

/** Throws UNAUTHORIZED, the same for a malformed, unknown, expired or revoked token. */
export async function verify(ctx: VerifyContext, { token }: VerifyRequest): Promise<VerifyResponse> {
  const session = await findLiveSession(ctx, token)
  if (!session) throw new ServiceError('UNAUTHORIZED')
  return { session: sessionMessage(session, ctx.lifetime) }
}

/** Returns null instead of throwing: on the busiest path an exception for every unknown token is too expensive. */
export async function findLiveSession(ctx: VerifyContext, token: string): Promise<Session | null> {
  const key = readSessionToken(token)
  if (!key) return null

  const session = await ctx.sessions.find(key)
  const now = ctx.clock.now()
  if (!session || isExpiredDespiteBufferedUse(ctx, session, now)) return null

  ctx.touches.record(session, now)
  return session
}

function isExpiredDespiteBufferedUse(
  { touches, lifetime }: VerifyContext,
  session: Session,
  now: number,
): boolean {
  if (!isExpired(session, now, lifetime)) return false
  return isExpired({ ...session, lastUsedAt: touches.lastUse(session) }, now, lifetime)
}

type Stream = Duplex<VerifyStreamRequest, VerifyStreamResponse>

// A gateway has at most as many pending (`maxPending` in session-verifier.ts). More than `maxInFlight` items fail immediately.
const maxInFlight = 16_384

/**
 * Verifies tokens and sends revocations until the caller ends the stream. When this process drains, `messages` end: pending items
 * are answered and the stream ends, so that the caller opens one to another replica.
 */
export async function verifyStream(
  ctx: VerifyContext & { revocations: Pick<RevocationFeed, 'watch' | 'deliveredUntilAge'> },
  stream: Stream,
  log: Logger,
): Promise<void> {
  const responses = batchedResponses(stream.send, ctx.revocations.deliveredUntilAge)
  const inFlight = new Set<Promise<void>>()

  async function answer(item: VerifyItem): Promise<void> {
    const deadline = performance.now() + (item.timeout ? durationMs(item.timeout) : Number.POSITIVE_INFINITY)
    const outcome = await traced(item, () => verifyItem(ctx, item, log))
    if (performance.now() <= deadline) responses.addResult({ correlationId: item.correlationId, outcome })
  }

  function accept(item: VerifyItem): void {
    if (inFlight.size >= maxInFlight) {
      responses.addResult({ correlationId: item.correlationId, outcome: failure(VerifyFailure.UNAVAILABLE) })
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
      : failure(VerifyFailure.UNAUTHORIZED)
  } catch (error) {
    if (isStoreUnavailable(error)) return failure(VerifyFailure.UNAVAILABLE)
    const outcome = isStoreDenied(error) ? VerifyFailure.UNAVAILABLE : VerifyFailure.INTERNAL
    log.error({ err: error, request_id: item.requestId }, 'session verification failed')
    return failure(outcome)
  }
}

async function traced(
  { traceparent: parent }: VerifyItem,
  work: () => Promise<VerifyResult['outcome']>,
): Promise<VerifyResult['outcome']> {
  const name = SessionsService.verifyStream.path.slice(1)
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': name }
  const span = parent ? tracing()?.start({ name, kind: 'server', parent, attributes }) : null
  if (!span) return work()
  const outcome = await span.run(work)
  span.end(outcome?.$case === 'failure' ? nameOf(outcome.value) : null)
  return outcome
}

function nameOf(failure: VerifyFailure): string {
  return Object.entries(VerifyFailure).find(([, value]) => value === failure)?.[0] ?? 'UNSPECIFIED'
}

function failure(value: VerifyFailure): VerifyResult['outcome'] {
  return { $case: 'failure', value }
}

/** Merges the responses of one event-loop turn into one message, since a message costs far more than an item in it. */
function batchedResponses(send: Stream['send'], deliveredUntilAge: RevocationFeed['deliveredUntilAge']) {
  let batch = emptyResponse()
  let flushing: NodeJS.Immediate | undefined

  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    const response = batch
    batch = emptyResponse()
    // Read after all revocations of the batch were added.
    if (response.pong) response.deliveredUntilAge = deliveredUntilAge()
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
  return {
    results: [],
    pong: false,
    pongNumber: 0,
    revoked: [],
    revocationsMissed: false,
    deliveredUntilAge: undefined,
  }
}

function isEmpty({ results, pong, revoked, revocationsMissed }: VerifyStreamResponse): boolean {
  return results.length === 0 && !pong && revoked.length === 0 && !revocationsMissed
}
