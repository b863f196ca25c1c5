import { hash } from 'node:crypto'
import {
  type RevokedSessions,
  type Session,
  SessionsService,
  VerifyFailure,
  type VerifyResult,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { type TracedSpan, tracing } from '@gatehouse/service-kit/tracing/tracing'
import { openReplicaStream, type ReplicaStream, startOf, type VerificationStart } from './replica-stream.ts'
import { type Resolve, type ServiceAddress, watchSessionAddresses } from './session-addresses.ts'
import type { SessionCache } from './session-cache.ts'
import { observeSessionCheck, sessionCacheHits } from './session-check-metrics.ts'

export type SessionVerifier = ReturnType<typeof openSessionVerifier>

type StreamOptions = {
  /** `host:port[,host:port...]`; a name may resolve to several replicas of session-service. */
  addresses: string
  tls: Tls | null
  log: Logger
  clock: Clock
  /** A stream is closed after four pings without a response. */
  pingMs?: number
  /** By default the resolver of the system, every 2 s. */
  resolve?: Resolve
  resolveEveryMs?: number
  /** How long one verification may take before it fails with UPSTREAM_TIMEOUT. */
  deadlineMs: number
}

type StreamListener = {
  onResults(results: VerifyResult[]): void
  onRevoked(revoked: RevokedSessions[]): void
  /** Items that were sent over a stream that is not live may never get a result. */
  onStateChange(): void
}

type Item = {
  correlationId: number
  token: string
  requestId: string
  startedAt: number
  span: TracedSpan | null
  /** By performance.now. */
  deadline: number
  stream: ReplicaStream | null
  start: VerificationStart | null
  resolve(session: Session): void
  reject(error: ServiceError): void
}

const maxPending = 16_384
const expireEveryMs = 25
const cleanUpEveryMs = 10_000

/**
 * Returns the session of a token, from the cache or from session-service. Throws UNAUTHORIZED,
 * UPSTREAM_TIMEOUT, INTERNAL_SERVER_ERROR, or SERVICE_UNAVAILABLE: no replica is connected, Redis is
 * unavailable, or too many verifications wait.
 */
export function openSessionVerifier({ cache, ...options }: StreamOptions & { cache: SessionCache }) {
  // In order of their deadlines, since all items have the same time.
  const pending = new Map<number, Item>()
  let unsent: Item[] = []
  let sendImmediate: NodeJS.Immediate | undefined
  let lastId = 0
  const streams = openReplicaStreams(options, { onResults, onRevoked, onStateChange: resendLostItems })
  const expiryTimer = setInterval(expire, expireEveryMs).unref()
  const cleanUpTimer = setInterval(cache.cleanUp, cleanUpEveryMs).unref()

  async function verify(token: string, requestId: string): Promise<Session> {
    const cached = cache.find(idHashOf(token))
    if (cached) sessionCacheHits.inc()
    return withoutProof(cached ?? (await verifyUncached(token, requestId)))
  }

  function verifyUncached(token: string, requestId: string): Promise<Session> {
    if (pending.size >= maxPending) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      lastId = (lastId + 1) >>> 0
      const startedAt = performance.now()
      const item = {
        correlationId: lastId,
        token,
        requestId,
        startedAt,
        span: startVerifySpan(),
        deadline: startedAt + options.deadlineMs,
        stream: null,
        start: null,
        resolve,
        reject,
      }
      pending.set(item.correlationId, item)
      sendSoon(item)
    })
  }

  /** The tokens of one event-loop turn are sent in one message. */
  function sendSoon(item: Item): void {
    unsent.push(item)
    sendImmediate ??= setImmediate(sendUnsent)
  }

  function sendUnsent(): void {
    sendImmediate = undefined
    const items = unsent.filter((item) => pending.get(item.correlationId) === item)
    unsent = []
    const stream = streams.next()
    if (stream) send(items, stream)
    else if (streams.hasOpening()) unsent = items
    else for (const item of items) fail(item, unavailable())
  }

  function onResults(results: VerifyResult[]): void {
    for (const { correlationId, outcome } of results) {
      const item = pending.get(correlationId)
      if (!item) continue
      if (outcome?.$case === 'session') {
        pending.delete(correlationId)
        observeSessionCheck('verified', item.startedAt)
        item.span?.end()
        if (item.start) cache.add(outcome.value, item.start)
        item.resolve(outcome.value)
      } else fail(item, errorOf(outcome?.value))
    }
  }

  function onRevoked(revoked: RevokedSessions[]): void {
    for (const { idHashes } of revoked) cache.invalidate(idHashes)
  }

  /** Verifications on a broken stream are sent again until their deadline. A repeated one only records the last use again. */
  function resendLostItems(): void {
    for (const item of pending.values()) {
      if (item.stream === null || item.stream.state === 'live') continue
      item.stream = null
      unsent.push(item)
    }
    sendImmediate ??= setImmediate(sendUnsent)
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
    /** The session, perhaps from the cache; always without its step-up proof. */
    verify,
    /** The current session of session-service, with its step-up proof. */
    verifyUncached,
    invalidateToken: (token: string) => cache.invalidate([idHashOf(token)]),
    invalidateAccount: cache.invalidateAccount,
    isReady: () => streams.hasLive(),
    /** Pending verifications fail with SERVICE_UNAVAILABLE. */
    close(): void {
      clearInterval(expiryTimer)
      clearInterval(cleanUpTimer)
      clearImmediate(sendImmediate)
      sendImmediate = undefined
      for (const item of pending.values()) fail(item, unavailable())
      streams.close()
    },
  }
}

/** Opens streams to new addresses and drains those that disappeared. */
function openReplicaStreams(options: StreamOptions, listener: StreamListener) {
  const { addresses, tls, log, clock, pingMs = 250, resolve, resolveEveryMs, deadlineMs } = options
  const streams = new Map<string, ReplicaStream>()
  const draining = new Set<ReplicaStream>()
  let isResolved = false
  let turn = 0

  const resolver = watchSessionAddresses({
    addresses,
    log,
    ...(resolve && { resolve }),
    ...(resolveEveryMs && { everyMs: resolveEveryMs }),
    onAddresses,
  })
  void resolver.resolveNow()

  function onAddresses(current: ServiceAddress[]): void {
    isResolved = true
    const wanted = new Map(current.map((address) => [`${address.serverName} ${address.address}`, address]))
    for (const [key, stream] of streams) if (!wanted.has(key)) drain(key, stream)
    for (const [key, address] of wanted) if (!streams.has(key)) streams.set(key, open(address))
    listener.onStateChange()
  }

  function open(address: ServiceAddress): ReplicaStream {
    // A broken stream is often the first sign that a replica was replaced.
    const onLost = () => void resolver.resolveNow()
    return openReplicaStream({ ...address, ...listener, tls, log, clock, pingMs, onLost })
  }

  function drain(key: string, stream: ReplicaStream): void {
    streams.delete(key)
    draining.add(stream)
    stream.drain(deadlineMs, () => draining.delete(stream))
  }

  return {
    /** The next live stream, round robin. */
    next(): ReplicaStream | undefined {
      const live = [...streams.values()].filter(({ state }) => state === 'live')
      turn = (turn + 1) % Math.max(1, live.length)
      return live[turn]
    },
    /** Whether a stream may be live soon. */
    hasOpening: () =>
      !isResolved || resolver.isResolving() || streams.values().some(({ state }) => state === 'opening'),
    hasLive: () => streams.values().some(({ state }) => state === 'live'),
    close(): void {
      resolver.close()
      for (const stream of [...streams.values(), ...draining]) stream.close()
    },
  }
}

function send(items: Item[], stream: ReplicaStream): void {
  if (items.length === 0) return
  const now = performance.now()
  const start = startOf(stream.freshness)
  for (const item of items) Object.assign(item, { stream, start })
  stream.send(
    items.map(({ correlationId, token, requestId, deadline, span }) => {
      const timeout = toDuration(Math.max(1, deadline - now))
      return { correlationId, token, requestId, timeout, traceparent: span?.traceparent }
    }),
  )
}

/** The proof of a cached session may be outdated. Without it in any case, no handler depends on whether the cache was used. */
function withoutProof(session: Session): Session {
  return { ...session, provedAt: undefined, proofMethods: [] }
}

function startVerifySpan(): TracedSpan | null {
  const rpc = SessionsService.verifyStream.path.slice(1)
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': rpc }
  return tracing()?.start({ name: rpc, kind: 'client', attributes }) ?? null
}

function errorOf(failure: VerifyFailure | undefined): ServiceError {
  if (failure === VerifyFailure.UNAVAILABLE) return unavailable()
  return new ServiceError(failure === VerifyFailure.UNAUTHORIZED ? 'UNAUTHORIZED' : 'INTERNAL_SERVER_ERROR')
}

function idHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
