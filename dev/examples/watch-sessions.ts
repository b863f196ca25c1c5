import {
  SessionsService,
  type WatchHeartbeat,
  type WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { type Clock, systemClock } from '@gatehouse/service-kit/time/clock'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { type Instant, instantNow, msSince } from '@gatehouse/service-kit/time/instant'

const heartbeatEveryMs = 250
const freshForMs = 900
const heartbeatTimeoutMs = 2000
const reopenAfterMs = 1000
const maxCached = 10_000
const maxAgeMs = 10_000

type Entry = { accountId: string; idHash: string; expiresAt: number; sentAt: Instant }

/** An internal caller that caches the sessions it verified, by the rules of docs/sessions.md. */
export function sessionCache(address: string, clock: Clock = systemClock) {
  const sessions = connect(SessionsService, address, { as: 'platform' })
  const cached = new Map<string, Entry>()
  let isComplete = false
  let isClosed = false
  /** A result that was requested before the last revocation may be older than it. */
  let revocationCount = 0
  let requestedAt = instantNow(clock)
  let fresh = { since: requestedAt, forMs: 0 }

  let heartbeatTimer: NodeJS.Timeout | undefined
  let reopenTimer: NodeJS.Timeout | undefined
  let watch = open()
  requestHeartbeat()

  /** On a connection of its own: one that stopped responding looks open for some time. */
  function open() {
    const client = connect(SessionsService, address, { as: 'platform' })
    const stream = client.watchRevocations()
    stream.on('data', ({ event }: WatchRevocationsResponse) => {
      if (event?.$case === 'started') invalidateAll(true)
      if (event?.$case === 'interrupted') invalidateAll(false)
      if (event?.$case === 'revoked') invalidate(event.value.idHashes)
      if (event?.$case === 'heartbeat') onHeartbeat(event.value)
    })
    stream.on('error', onEnd)
    stream.on('end', onEnd)
    return {
      requestHeartbeat: () => stream.write({}),
      close(): void {
        stream.removeAllListeners('data').cancel()
        client.close()
      },
    }
  }

  function onHeartbeat({ deliveredUntilAge }: WatchHeartbeat): void {
    const ageMs = deliveredUntilAge ? durationMs(deliveredUntilAge) : freshForMs
    fresh = { since: requestedAt, forMs: freshForMs - ageMs }
    removeUnusable()
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(requestHeartbeat, heartbeatEveryMs).unref()
  }

  function requestHeartbeat(): void {
    requestedAt = instantNow(clock)
    watch.requestHeartbeat()
    heartbeatTimer = setTimeout(onEnd, heartbeatTimeoutMs).unref()
  }

  function onEnd(): void {
    if (isClosed) return
    watch.close()
    invalidateAll(false)
    clearTimeout(heartbeatTimer)
    clearTimeout(reopenTimer)
    reopenTimer = setTimeout(reopen, reopenAfterMs).unref()
  }

  function reopen(): void {
    watch = open()
    requestHeartbeat()
  }

  function invalidateAll(isCompleteNow: boolean): void {
    isComplete = isCompleteNow
    revocationCount += 1
    cached.clear()
  }

  function invalidate(idHashes: string[]): void {
    revocationCount += 1
    for (const [token, { idHash }] of cached) if (idHashes.includes(idHash)) cached.delete(token)
  }

  const isFresh = () => isComplete && msSince(fresh.since, clock) < fresh.forMs

  const isUsable = ({ expiresAt, sentAt }: Entry) =>
    expiresAt > clock.now() && msSince(sentAt, clock) < maxAgeMs

  function removeUnusable(): void {
    for (const [token, entry] of cached) if (!isUsable(entry)) cached.delete(token)
  }

  return {
    isFresh,
    /** The account of a token. Fails with UNAUTHORIZED when nobody is signed in with it. */
    async accountOf(token: string): Promise<string> {
      const known = isFresh() ? cached.get(token) : undefined
      if (known && isUsable(known)) return known.accountId
      const countBefore = revocationCount
      const sentAt = instantNow(clock)
      const { session } = await sessions.verify({ token })
      if (!session) throw new Error('Verify returned no session')
      const { accountId, idHash } = session
      const expiresAt = session.expiresAt?.getTime() ?? 0
      if (isComplete && revocationCount === countBefore && cached.size < maxCached)
        cached.set(token, { accountId, idHash, expiresAt, sentAt })
      return accountId
    },
    /** Signs an account out everywhere, as after a theft. */
    revokeAll: (accountId: string) => sessions.revokeAll({ accountId }),
    close(): void {
      isClosed = true
      watch.close()
      sessions.close()
    },
  }
}
