import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Clock } from '@gatehouse/service-kit/time/clock'

/** What session-service says on one stream about its own hearing. */
export type StreamFreshness = {
  /** Another number when revocations may have been missed: what was verified before it counts no more. */
  readonly generation: number
  /** Whether everything that ended until a moment ago was told. */
  isFresh(): boolean
}

/** A verification on its way: over which stream it was asked, in which of its eras, and when (performance.now). */
export type Asked = { link: StreamFreshness; generation: number; sentAt: number }

/** What is to be asked over a link now; without its vouching there is no era to keep the answer in. */
export function askedOver(link: StreamFreshness): Asked {
  return { link, generation: link.isFresh() ? link.generation : Number.NaN, sentAt: performance.now() }
}

type Kept = { session: Session; link: StreamFreshness; generation: number; keptAt: number; until: number }

/** Longer than a verification may take: an answer asked before its session ended is then known by its age. */
const rememberEndsMs = 10_000

/**
 * The sessions this process verified lately, by the hash of their token (docs/decisions/0007). One is used only while the
 * stream it came over has told of everything that ended until less than a second ago. Its step-up proof is not kept with it.
 * Guarded by "the sessions a gateway keeps" and "a revocation over three gateways and two session-services".
 */
export function sessionCache({
  clock,
  most,
  keepMs = 10_000,
}: {
  clock: Clock
  most: number
  keepMs?: number
}) {
  const kept = new Map<string, Kept>()
  const ofAccount = new Map<string, Set<string>>()
  const ended = new Map<string, number>()

  function isUsable({ link, generation, keptAt, until }: Kept): boolean {
    const now = clock.now()
    return now >= keptAt && now < until && generation === link.generation && link.isFresh()
  }

  function drop(idHash: string, { accountId }: Session): void {
    kept.delete(idHash)
    const hashes = ofAccount.get(accountId)
    hashes?.delete(idHash)
    if (hashes?.size === 0) ofAccount.delete(accountId)
  }

  function end(idHash: string): void {
    const entry = kept.get(idHash)
    if (entry) drop(idHash, entry.session)
  }

  function endedSince(key: string, sentAt: number): boolean {
    return (ended.get(key) ?? Number.NEGATIVE_INFINITY) >= sentAt
  }

  return {
    find(idHash: string): Session | null {
      const entry = kept.get(idHash)
      return entry && isUsable(entry) ? entry.session : null
    },

    /** Keeps what was verified, unless it may have ended since it was asked, or there is no room until the next sweep. */
    keep(session: Session, { link, generation, sentAt }: Asked): void {
      const { idHash, accountId } = session
      if (generation !== link.generation) return
      if (endedSince(idHash, sentAt) || endedSince(accountId, sentAt)) return
      end(idHash)
      // No older one goes for it: in a Map, to find the oldest costs more than to ask session-service again.
      if (kept.size >= most) return
      const keptAt = clock.now()
      const until = Math.min(keptAt + keepMs, session.expiresAt?.getTime() ?? 0)
      kept.set(idHash, { session: withoutProof(session), link, generation, keptAt, until })
      ofAccount.set(accountId, (ofAccount.get(accountId) ?? new Set()).add(idHash))
    },

    /** Forgets sessions that ended. */
    end(idHashes: Iterable<string>): void {
      for (const idHash of idHashes) {
        ended.set(idHash, performance.now())
        end(idHash)
      }
    },

    /** Forgets every session of an account, so that what its owner just changed shows at once where it was changed. */
    endAccount(accountId: string): void {
      ended.set(accountId, performance.now())
      for (const idHash of ofAccount.get(accountId) ?? []) kept.delete(idHash)
      ofAccount.delete(accountId)
    },

    /** Lets go of what can be used no more. */
    sweep(): void {
      for (const [idHash, entry] of kept) if (!isUsable(entry)) drop(idHash, entry.session)
      const longAgo = performance.now() - rememberEndsMs
      for (const [key, at] of ended) if (at < longAgo) ended.delete(key)
    },

    size: () => kept.size,
  }
}

export type SessionCache = ReturnType<typeof sessionCache>

/** The step-up time is read at session-service each time it matters (contract.md 9, "Verification"). */
function withoutProof(session: Session): Session {
  return { ...session, provedAt: undefined, proofMethods: [] }
}
