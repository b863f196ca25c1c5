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
 * A service that caches verified sessions and evicts them when they end. It caches nothing while its stream of
 * revocations is closed, and uses no cached session after 700 ms without a message (docs/sessions.md).
 */
export function sessionCache(address: string) {
  const sessions = connect(SessionsService, address)
  const cached = new Map<string, Session>()
  let isConnected = false
  let lastMessageAt = instantNow(systemClock)
  let generation = 0

  const stream = sessions.watchRevocations({})
  stream.on('data', ({ event }: WatchRevocationsResponse) => {
    lastMessageAt = instantNow(systemClock)
    if (event?.$case === 'started') isConnected = true
    if (event?.$case === 'interrupted') isConnected = false
    if (event?.$case === 'revoked') evict(event.value.idHashes)
    if (event?.$case === 'started' || event?.$case === 'interrupted') evictAll()
  })
  // A real service would open the stream again; here every check goes to session-service from now on.
  stream.on('error', disconnect)
  stream.on('end', disconnect)

  function disconnect(): void {
    isConnected = false
    evictAll()
  }

  function evictAll(): void {
    generation += 1
    cached.clear()
  }

  function evict(idHashes: string[]): void {
    // A response in flight may be older than this revocation.
    generation += 1
    for (const [token, { idHash }] of cached) if (idHashes.includes(idHash)) cached.delete(token)
  }

  const isFresh = () => isConnected && msSince(lastMessageAt, systemClock) < maxSilentMs

  return {
    isFresh,
    /** The account of a token. Fails with UNAUTHORIZED. */
    async accountOf(token: string): Promise<string> {
      const known = isFresh() ? cached.get(token) : undefined
      // The stream does not report expired sessions.
      if (known?.expiresAt && known.expiresAt.getTime() > Date.now()) return known.accountId
      const generationBefore = generation
      const { session } = await sessions.verify({ token })
      if (!session) throw new Error('An answer of Verify always has a session.')
      if (isFresh() && generation === generationBefore && cached.size < maxCached) cached.set(token, session)
      return session.accountId
    },
    /** Ends all sessions of an account, as after a theft. */
    revokeAll: (accountId: string) => sessions.revokeAll({ accountId, exceptIdHash: '' }),
    close(): void {
      stream.cancel()
      sessions.close()
    },
  }
}
