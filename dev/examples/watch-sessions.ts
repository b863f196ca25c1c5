import {
  type Session,
  SessionsService,
  type WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { instantNow, msSince } from '@gatehouse/service-kit/time/instant'

const heartbeatEveryMs = 250
const freshForMs = 900
const maxCached = 10_000

/** An internal caller that caches the sessions it verified, by the rules of docs/sessions.md. */
export function sessionCache(address: string) {
  const sessions = connect(SessionsService, address)
  const cached = new Map<string, Session>()
  let isComplete = false
  /** A result that was requested before the last revocation may be older than it. */
  let revocationCount = 0
  let requestedAt = instantNow(systemClock)
  let fresh = { since: requestedAt, forMs: 0 }

  const stream = sessions.watchRevocations()
  stream.on('data', ({ event }: WatchRevocationsResponse) => {
    if (event?.$case === 'started') invalidateAll(true)
    if (event?.$case === 'interrupted') invalidateAll(false)
    if (event?.$case === 'revoked') invalidate(event.value.idHashes)
    if (event?.$case === 'heartbeat') {
      const age = event.value.deliveredUntilAge
      const ageMs = age ? durationMs(age) : freshForMs
      fresh = { since: requestedAt, forMs: freshForMs - ageMs }
      setTimeout(requestHeartbeat, heartbeatEveryMs).unref()
    }
  })
  // A real service opens the stream again. This one verifies every token from now on.
  stream.on('error', () => invalidateAll(false))
  stream.on('end', () => invalidateAll(false))
  requestHeartbeat()

  function requestHeartbeat(): void {
    requestedAt = instantNow(systemClock)
    stream.write({})
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

  const isFresh = () => isComplete && msSince(fresh.since, systemClock) < fresh.forMs

  return {
    isFresh,
    /** The account of a token. Fails with UNAUTHORIZED when nobody is signed in with it. */
    async accountOf(token: string): Promise<string> {
      const known = isFresh() ? cached.get(token) : undefined
      // The end of a session that expires is not sent.
      if (known?.expiresAt && known.expiresAt.getTime() > Date.now()) return known.accountId
      const countBefore = revocationCount
      const { session } = await sessions.verify({ token })
      if (!session) throw new Error('Verify returned no session')
      if (isComplete && revocationCount === countBefore && cached.size < maxCached) cached.set(token, session)
      return session.accountId
    },
    /** Signs an account out everywhere, as after a theft. */
    revokeAll: (accountId: string) => sessions.revokeAll({ accountId }),
    close(): void {
      stream.cancel()
      sessions.close()
    },
  }
}
