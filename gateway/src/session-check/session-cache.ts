import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { SentVerification, StreamFreshness } from './stream-freshness.ts'

export type SessionCache = ReturnType<typeof sessionCache>

type Entry = {
  session: Session
  freshness: StreamFreshness
  generation: number
  cachedAt: number
  usableUntil: number
}

type Options = {
  clock: Clock
  maxCachedSessions: number
  verifyDeadlineMs: number
  ttlMs?: number
}

/** What clients present as tokens can be anything, so this much is remembered of what was rejected. */
const maxRejected = 10_000

/** Serves a session only while its stream is fresh (docs/decisions/0007). */
export function sessionCache({ clock, maxCachedSessions, verifyDeadlineMs, ttlMs = 10_000 }: Options) {
  // Kept longer than any result can take to arrive.
  const invalidationLifetimeMs = 2 * verifyDeadlineMs
  const entries = new Map<string, Entry>()
  const idHashesByAccount = new Map<string, Set<string>>()
  /** By id hash or account id, the time of the last revocation or change. */
  const invalidatedAt = new Map<string, number>()
  /** The same by id hash for tokens that were rejected or sent away by their client, oldest first. */
  const rejectedAt = new Map<string, number>()

  function isUsable({ freshness, generation, cachedAt, usableUntil }: Entry): boolean {
    const now = clock.now()
    return now >= cachedAt && now < usableUntil && generation === freshness.generation && freshness.isFresh()
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

  function wasInvalidatedSince(key: string, time: number): boolean {
    const last = Math.max(invalidatedAt.get(key) ?? 0, rejectedAt.get(key) ?? 0)
    return last > 0 && last >= time
  }

  return {
    find(idHash: string): Session | null {
      const entry = entries.get(idHash)
      return entry && isUsable(entry) ? entry.session : null
    },

    /**
     * Adds nothing if the session may have been revoked since the verification started, or if the cache is
     * full.
     */
    add(session: Session, { freshness, generation, sentAt }: SentVerification): void {
      const { idHash, accountId } = session
      if (generation === null || generation !== freshness.generation) return
      if (wasInvalidatedSince(idHash, sentAt) || wasInvalidatedSince(accountId, sentAt)) return
      remove(idHash)
      // Does not evict: it would only replace one active session by another.
      if (entries.size >= maxCachedSessions) return
      const cachedAt = clock.now()
      const usableUntil = Math.min(cachedAt + ttlMs, session.expiresAt?.getTime() ?? 0)
      entries.set(idHash, { session, freshness, generation, cachedAt, usableUntil })
      idHashesByAccount.set(accountId, (idHashesByAccount.get(accountId) ?? new Set()).add(idHash))
    },

    invalidate(idHashes: Iterable<string>): void {
      for (const idHash of idHashes) {
        invalidatedAt.set(idHash, performance.now())
        remove(idHash)
      }
    },

    /** Of a token that session-service rejected, or whose client signed out: its revocation may not have arrived on the stream yet. */
    reject(idHash: string): void {
      remove(idHash)
      rejectedAt.delete(idHash)
      rejectedAt.set(idHash, performance.now())
      const [oldest] = rejectedAt.keys()
      if (rejectedAt.size > maxRejected && oldest !== undefined) rejectedAt.delete(oldest)
    },

    invalidateAccount(accountId: string): void {
      invalidatedAt.set(accountId, performance.now())
      for (const idHash of idHashesByAccount.get(accountId) ?? []) entries.delete(idHash)
      idHashesByAccount.delete(accountId)
    },

    cleanUp(): void {
      for (const [idHash, entry] of entries) if (!isUsable(entry)) remove(idHash)
      const oldest = performance.now() - invalidationLifetimeMs
      for (const times of [invalidatedAt, rejectedAt])
        for (const [key, time] of times) if (time < oldest) times.delete(key)
    },

    size: () => entries.size,
  }
}
