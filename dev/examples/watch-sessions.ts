import {
  type Session,
  SessionsService,
  type WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { systemClock } from '@gatehouse/service-kit/time/clock'
import { instantNow, msSince } from '@gatehouse/service-kit/time/instant'

const maxSilentMs = 700
const maxCached = 10_000

/**
 * A service of the house that keeps whom it verified, and forgets them when they end. It keeps nothing while it is not told of
 * revocations, and trusts nothing when it has heard nothing for 700 ms (docs/sessions.md).
 */
export function sessionCache(address: string) {
  const sessions = connect(SessionsService, address)
  const kept = new Map<string, Session>()
  let isTold = false
  let heardAt = instantNow(systemClock)
  let round = 0

  const stream = sessions.watchRevocations({})
  stream.on('data', ({ event }: WatchRevocationsResponse) => {
    heardAt = instantNow(systemClock)
    if (event?.$case === 'started') isTold = true
    if (event?.$case === 'interrupted') isTold = false
    if (event?.$case === 'revoked') forget(event.value.idHashes)
    if (event?.$case === 'started' || event?.$case === 'interrupted') forgetAll()
  })
  // A service of its own would open the stream again; here every question goes to session-service from now on.
  stream.on('error', stopTrusting)
  stream.on('end', stopTrusting)

  function stopTrusting(): void {
    isTold = false
    forgetAll()
  }

  function forgetAll(): void {
    round += 1
    kept.clear()
  }

  function forget(idHashes: string[]): void {
    // An answer that is under way may be older than this revocation.
    round += 1
    for (const [token, { idHash }] of kept) if (idHashes.includes(idHash)) kept.delete(token)
  }

  const isTrusted = () => isTold && msSince(heardAt, systemClock) < maxSilentMs

  return {
    isTrusted,
    /** Whose session a token is. Fails with UNAUTHORIZED. */
    async whose(token: string): Promise<string> {
      const known = isTrusted() ? kept.get(token) : undefined
      // A session that ends by age is not told of.
      if (known?.expiresAt && known.expiresAt.getTime() > Date.now()) return known.accountId
      const askedIn = round
      const { session } = await sessions.verify({ token })
      if (!session) throw new Error('An answer of Verify always has a session.')
      if (isTrusted() && round === askedIn && kept.size < maxCached) kept.set(token, session)
      return session.accountId
    },
    /** Signs an account out everywhere, as after a theft. */
    endAll: (accountId: string) => sessions.revokeAll({ accountId, exceptIdHash: '' }),
    close(): void {
      stream.cancel()
      sessions.close()
    },
  }
}
