import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Clock } from '@gatehouse/service-kit/time/clock'

export type SessionCache = ReturnType<typeof sessionCache>

/** What a verification stream states about the revocations on it. */
export type StreamFreshness = {
  /** Changes when revocations may have been missed: sessions verified before then are no longer valid. */
  readonly generation: number
  /** Whether every revocation until a moment ago has been received. */
  isFresh(): boolean
}

/** The stream and the time (performance.now) of a verification. `generation` is null if the stream was stale. */
export type VerificationOrigin = { stream: StreamFreshness; generation: number | null; sentAt: number }

export function originOf(stream: StreamFreshness): VerificationOrigin {
  return { stream, generation: stream.isFresh() ? stream.generation : null, sentAt: performance.now() }
}

type Entry = {
  session: Session
  stream: StreamFreshness
  generation: number
  cachedAt: number
  expiresAt: number
}

/** Longer than a verification can take, so that an answer requested before the revocation is recognized. */
const revocationLifetimeMs = 10_000

/** Verified sessions by the hash of their token, served only while the stream they came from is fresh (docs/sessions.md). */
export function sessionCache({
  clock,
  maxEntries,
  ttlMs = 10_000,
}: {
  clock: Clock
  maxEntries: number
  ttlMs?: number
}) {
  const entries = new Map<string, Entry>()
  const idHashesByAccount = new Map<string, Set<string>>()
  /** By id hash or account id, the time of the last revocation or change. */
  const evictedAt = new Map<string, number>()

  function isUsable({ stream, generation, cachedAt, expiresAt }: Entry): boolean {
    const now = clock.now()
    return now >= cachedAt && now < expiresAt && generation === stream.generation && stream.isFresh()
  }

  function remove(idHash: string): void {
    const entry = entries.get(idHash)
    if (!entry) return
    entries.delete(idHash)
    const { accountId } = entry.session
    const idHashes = idHashesByAccount.get(accountId)
    idHashes?.delete(idHash)
    if (idHashes?.size === 0) idHashesByAccount.delete(accountId)
  }

  function wasEvictedSince(key: string, time: number): boolean {
    return (evictedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= time
  }

  return {
    find(idHash: string): Session | null {
      const entry = entries.get(idHash)
      return entry && isUsable(entry) ? entry.session : null
    },

    /** Adds a verified session, unless it may have been revoked since the verification was sent, or the cache is full. */
    add(session: Session, { stream, generation, sentAt }: VerificationOrigin): void {
      const { idHash, accountId } = session
      if (generation === null || generation !== stream.generation) return
      if (wasEvictedSince(idHash, sentAt) || wasEvictedSince(accountId, sentAt)) return
      remove(idHash)
      // Does not evict the oldest entry: finding it in a Map costs more than another verification.
      if (entries.size >= maxEntries) return
      const cachedAt = clock.now()
      const expiresAt = Math.min(cachedAt + ttlMs, session.expiresAt?.getTime() ?? 0)
      entries.set(idHash, { session: withoutProof(session), stream, generation, cachedAt, expiresAt })
      idHashesByAccount.set(accountId, (idHashesByAccount.get(accountId) ?? new Set()).add(idHash))
    },

    evict(idHashes: Iterable<string>): void {
      for (const idHash of idHashes) {
        evictedAt.set(idHash, performance.now())
        remove(idHash)
      }
    },

    evictAccount(accountId: string): void {
      evictedAt.set(accountId, performance.now())
      for (const idHash of idHashesByAccount.get(accountId) ?? []) entries.delete(idHash)
      idHashesByAccount.delete(accountId)
    },

    removeUnusable(): void {
      for (const [idHash, entry] of entries) if (!isUsable(entry)) remove(idHash)
      const oldest = performance.now() - revocationLifetimeMs
      for (const [key, time] of evictedAt) if (time < oldest) evictedAt.delete(key)
    },

    size: () => entries.size,
  }
}

/** A route that needs step-up has to read it at session-service; a forgotten check then rejects the request. */
function withoutProof(session: Session): Session {
  return { ...session, provedAt: undefined, proofMethods: [] }
}
