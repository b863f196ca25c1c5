import { hash } from 'node:crypto'
import {
  type RevokedSessions,
  type Session,
  SessionsService,
  VerifyFailure,
  type VerifyResult,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { type TracedSpan, tracing } from '@gatehouse/service-kit/tracing/tracing'
import type { ReplicaStream } from './replica-stream.ts'
import { sessionCache } from './session-cache.ts'
import { observeSessionCheck, sessionCacheHits } from './session-check-metrics.ts'
import { type SentVerification, sentOn } from './stream-freshness.ts'
import { openStreamPool, type StreamPoolOptions } from './stream-pool.ts'

export type SessionVerifier = ReturnType<typeof openSessionVerifier>

export type VerifierOptions = StreamPoolOptions & { maxCachedSessions: number }

type Item = {
  correlationId: number
  token: string
  requestId: string
  startedAt: number
  span: TracedSpan | null
  /** By performance.now. */
  deadline: number
  stream: ReplicaStream | null
  sent: SentVerification | null
  resolve(session: Session): void
  reject(error: ServiceError): void
}

// At most as many as `maxInFlight` of session-service (sessions/verify.ts).
const maxPending = 16_384
const expireEveryMs = 25
const cleanUpEveryMs = 10_000

export function openSessionVerifier({ maxCachedSessions, ...options }: VerifierOptions) {
  const { clock, deadlineMs } = options
  const cache = sessionCache({ clock, maxCachedSessions, verifyDeadlineMs: deadlineMs })
  // In order of their deadlines, since all items have the same timeout.
  const pending = new Map<number, Item>()
  let unsent: Item[] = []
  let sendImmediate: NodeJS.Immediate | undefined
  let lastId = 0
  const streams = openStreamPool(options, { onResults, onRevoked, onStateChange })
  const expiryTimer = setInterval(expire, expireEveryMs).unref()
  const cleanUpTimer = setInterval(cache.cleanUp, cleanUpEveryMs).unref()

  async function verify(token: string, requestId: string): Promise<Session> {
    const cached = cache.find(idHashOf(token))
    if (cached === null) return withoutProof(await verifyAtService(token, requestId))
    sessionCacheHits.inc()
    return cached
  }

  function verifyAtService(token: string, requestId: string): Promise<Session> {
    if (pending.size >= maxPending) return Promise.reject(unavailable('too many session checks wait'))
    return new Promise((resolve, reject) => {
      lastId = (lastId + 1) >>> 0
      const startedAt = performance.now()
      const item = {
        correlationId: lastId,
        token,
        requestId,
        startedAt,
        span: startVerifySpan(),
        deadline: startedAt + deadlineMs,
        stream: null,
        sent: null,
        resolve,
        reject,
      }
      pending.set(item.correlationId, item)
      unsent.push(item)
      scheduleSend()
    })
  }

  /** The tokens of one event-loop turn are sent in one message. */
  function scheduleSend(): void {
    sendImmediate ??= setImmediate(sendUnsent)
  }

  function sendUnsent(): void {
    sendImmediate = undefined
    const items = unsent.filter((item) => pending.get(item.correlationId) === item)
    unsent = []
    const stream = streams.next()
    if (stream) send(items, stream)
    else if (streams.hasOpening()) unsent = items
    else for (const item of items) fail(item, unavailable('no stream to session-service'))
  }

  function onResults(results: VerifyResult[]): void {
    for (const { correlationId, outcome } of results) {
      const item = pending.get(correlationId)
      if (!item) continue
      if (outcome?.$case === 'session') {
        pending.delete(correlationId)
        observeSessionCheck('verified', item.startedAt)
        item.span?.end()
        if (item.sent) cache.add(withoutProof(outcome.value), item.sent)
        item.resolve(outcome.value)
      } else {
        if (outcome?.value === VerifyFailure.UNAUTHORIZED) cache.reject(idHashOf(item.token))
        fail(item, errorOf(outcome?.value))
      }
    }
  }

  function onRevoked(revoked: RevokedSessions[]): void {
    for (const { idHashes } of revoked) cache.invalidate(idHashes)
  }

  /** Verifications on a broken stream are sent again until their deadline. A repeated one only records the last use again. */
  function requeueFromBrokenStreams(): void {
    for (const item of pending.values()) {
      if (item.stream === null || item.stream.state === 'live') continue
      item.stream = null
      unsent.push(item)
    }
  }

  function onStateChange(): void {
    requeueFromBrokenStreams()
    scheduleSend()
  }

  function expire(): void {
    const now = performance.now()
    for (const item of pending.values()) {
      if (item.deadline > now) return
      fail(item, new ServiceError('UPSTREAM_TIMEOUT'))
    }
  }

  function fail(item: Item, error: ServiceError): void {
    pending.delete(item.correlationId)
    observeSessionCheck(error.code === 'UNAUTHORIZED' ? 'rejected' : 'failed', item.startedAt)
    item.span?.end(error.code)
    item.reject(error)
  }

  return {
    /**
     * The session of a token, from the cache or from session-service; always without its step-up proof. Throws
     * UNAUTHORIZED, UPSTREAM_TIMEOUT, INTERNAL_SERVER_ERROR, or SERVICE_UNAVAILABLE: no replica is connected,
     * Redis is unavailable, or too many verifications wait.
     */
    verify,
    /** As `verify`, but never from the cache, and with the step-up proof. */
    verifyAtService,
    invalidateToken: (token: string) => cache.reject(idHashOf(token)),
    invalidateAccount: cache.invalidateAccount,
    hasLiveStream: () => streams.hasLive(),
    /** Pending verifications fail with SERVICE_UNAVAILABLE. */
    close(): void {
      clearInterval(expiryTimer)
      clearInterval(cleanUpTimer)
      clearImmediate(sendImmediate)
      sendImmediate = undefined
      for (const item of pending.values()) fail(item, unavailable('the gateway stops'))
      streams.close()
    },
  }
}

function send(items: Item[], stream: ReplicaStream): void {
  if (items.length === 0) return
  const now = performance.now()
  const sent = sentOn(stream.freshness)
  for (const item of items) Object.assign(item, { stream, sent })
  stream.send(
    items.map(({ correlationId, token, requestId, deadline, span }) => {
      const timeout = toDuration(Math.max(1, deadline - now))
      return { correlationId, token, requestId, timeout, traceparent: span?.traceparent }
    }),
  )
}

/** The proof of a cached session may be outdated. It is always removed, so that handlers behave the same with and without the cache. */
function withoutProof(session: Session): Session {
  return { ...session, provedAt: undefined, proofMethods: [] }
}

function startVerifySpan(): TracedSpan | null {
  const rpc = SessionsService.verifyStream.path.slice(1)
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': rpc }
  return tracing()?.start({ name: rpc, kind: 'client', attributes }) ?? null
}

function errorOf(failure: VerifyFailure | undefined): ServiceError {
  if (failure === VerifyFailure.UNAVAILABLE) return unavailable('Redis is unavailable to session-service')
  return new ServiceError(failure === VerifyFailure.UNAUTHORIZED ? 'UNAUTHORIZED' : 'INTERNAL_SERVER_ERROR')
}

function idHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
