import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { ReplicatedScripts } from '@gatehouse/service-kit/storage/replicated-scripts'
import type { Lifetime, Origin, Proof, Session } from './session.ts'
import { readRecord, writeOrigin, writeProof, writeRecord } from './session-record.ts'
import {
  addSession,
  describeSession,
  proveSession,
  removeAllSessions,
  removeSessions,
  touchSessions,
} from './session-scripts.ts'
import type { SessionAddress } from './session-token.ts'

export type SessionStore = ReturnType<typeof sessionStore>

/** A use of a session that was not written yet. */
export type Use = { idHash: string; at: number }

type Options = {
  redis: RedisClient
  /** How a session is made and ended, which must outlive the loss of a master. */
  replicated: Pick<ReplicatedScripts, 'run'>
  prefix: string
  lifetime: Lifetime
  cap: number
  touchGapMs: number
}

const cleanupMarginMs = 3_600_000

/** Where Redis publishes the sessions that end. */
export const revocationChannel = (prefix: string) => `${prefix}revocations`

/**
 * The only door to the sessions in Redis: one hash an account, `<prefix>sessions:{<account id>}`, from id hash to record.
 * One key, so each question is one atomic step in one Cluster slot. Stored times decide what is live; the key's own
 * expiry only cleans up accounts that were long away.
 */
export function sessionStore({ redis, replicated, prefix, lifetime, cap, touchGapMs }: Options) {
  const channel = revocationChannel(prefix)
  const keyOf = (accountId: string) => `${prefix}sessions:{${accountId}}`
  const keepMs = Math.min(lifetime.idleMs, lifetime.absoluteMs) + cleanupMarginMs

  return {
    /** Adds a session and answers the id hashes that had to go for it, least recently used first. */
    async add(session: Session, now: number): Promise<string[]> {
      const { accountId, idHash } = session
      const { idleMs, absoluteMs } = lifetime
      const args = [idHash, writeRecord(session), now, idleMs, absoluteMs, cap, keepMs, channel, accountId]
      // The script answers a list of the fields it removed.
      return (await replicated.run(addSession, [keyOf(accountId)], args)) as string[]
    },

    /** The hot path: one HGET, gathered with the others of this event-loop turn by ioredis. */
    async find(address: SessionAddress): Promise<Session | null> {
      const record = await redis.hget(keyOf(address.accountId), address.idHash)
      return record === null ? null : readRecord(address, record)
    },

    async list(accountId: string): Promise<Session[]> {
      const records = await redis.hgetall(keyOf(accountId))
      return Object.entries(records).map(([idHash, record]) => readRecord({ accountId, idHash }, record))
    },

    /** Writes uses of one account's sessions; answers how many were written. */
    async touch(accountId: string, uses: Use[]): Promise<number> {
      const pairs = uses.flatMap(({ idHash, at }) => [idHash, at])
      return Number(await touchSessions(redis, [keyOf(accountId)], [touchGapMs, keepMs, ...pairs]))
    },

    /** Whether the session was still there to take the proof. */
    async prove({ accountId, idHash }: SessionAddress, proof: Proof): Promise<boolean> {
      const args = [idHash, writeProof(proof), proof.at, lifetime.idleMs, lifetime.absoluteMs]
      return (await proveSession(redis, [keyOf(accountId)], args)) === 1
    },

    /** Replaces what is known of the device of a session; one that is gone stays gone. */
    async describe({ accountId, idHash }: SessionAddress, origin: Origin): Promise<void> {
      await describeSession(redis, [keyOf(accountId)], [idHash, writeOrigin(origin)])
    },

    /** Ends the named sessions of one account; answers how many there were. */
    async remove(accountId: string, idHashes: string[]): Promise<number> {
      const args = [channel, accountId, ...idHashes]
      return Number(await replicated.run(removeSessions, [keyOf(accountId)], args))
    },

    /** Ends all sessions of an account but the one named, if any; answers how many. */
    async removeAll(accountId: string, exceptIdHash: string): Promise<number> {
      const args = [channel, accountId, exceptIdHash]
      return Number(await replicated.run(removeAllSessions, [keyOf(accountId)], args))
    },
  }
}
