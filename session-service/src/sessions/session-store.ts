import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Script } from '@gatehouse/service-kit/storage/redis-script'
import type { ReplicatedScripts } from '@gatehouse/service-kit/storage/replicated-scripts'
import type { EventSource } from '../events/build-event.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'
import type { Lifetime, Origin, Proof, Session } from './session.ts'
import { createdEvent, type Revocation, revokedEvent } from './session-events.ts'
import { fromRecord, toRecord, writeOrigin, writeProof } from './session-record.ts'
import {
  addSession,
  describeSession,
  proveSession,
  removeAllSessions,
  removeSessions,
  touchSessions,
} from './session-scripts.ts'
import type { SessionKey } from './session-token.ts'

export type SessionStore = ReturnType<typeof sessionStore>

/** A use of a session that was not written yet. */
export type Use = { idHash: string; at: number }

/** Which sessions of an account stay: the one named, if any, and those created later (milliseconds since 1970). */
export type RemovalScope = { exceptIdHash: string; createdUntil?: number | undefined }

type Options = {
  redis: RedisClient
  /** How a session is made and ended, which must outlive the loss of a master. */
  replicated: Pick<ReplicatedScripts, 'run'>
  outbox: Pick<EventOutbox, 'publish'>
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
 * One key, and its outbox beside it, so each question is one atomic step in one Cluster slot. Stored times decide what is live;
 * the key's own expiry only cleans up accounts that were long away.
 */
export function sessionStore({ redis, replicated, outbox, prefix, lifetime, cap, touchGapMs }: Options) {
  const channel = revocationChannel(prefix)
  const keyOf = (accountId: string) => `${prefix}sessions:{${accountId}}`
  const keysOf = (accountId: string): [string, string] => [keyOf(accountId), outboxOf(keyOf(accountId))]
  const keepMs = Math.min(lifetime.idleMs, lifetime.absoluteMs) + cleanupMarginMs

  /** Runs a script that ends sessions; answers how many. */
  async function end(
    script: Script,
    accountId: string,
    revocation: Revocation,
    which: string[],
  ): Promise<number> {
    const event = revokedEvent(accountId, revocation)
    const keys = keysOf(accountId)
    // As the script says.
    const told = (await replicated.run(script, keys, [channel, accountId, event, ...which])) as string[]
    outbox.publish(keys[1], told)
    return told.length
  }

  return {
    /**
     * Adds a session and answers the id hashes that had to go for it, least recently used first. `beside` is a session of the same
     * account: null when it is gone, and nothing is added then.
     */
    async add(session: Session, act: EventSource, beside = ''): Promise<string[] | null> {
      const { accountId, idHash } = session
      const { idleMs, absoluteMs } = lifetime
      const bounds = [act.at, idleMs, absoluteMs, cap, keepMs]
      const events = [createdEvent(session, act), revokedEvent(accountId, { ...act, cause: 'cap' })]
      const keys = keysOf(accountId)
      const args = [idHash, toRecord(session), ...bounds, channel, accountId, ...events, beside]
      const answer = await replicated.run(addSession, keys, args)
      if (answer === null) return null
      // As the script says.
      const [ended, told] = answer as [string[], string[]]
      outbox.publish(keys[1], told)
      return ended
    },

    /** The hot path: one HGET, gathered with the others of this event-loop turn by ioredis. */
    async find(address: SessionKey): Promise<Session | null> {
      const record = await redis.hget(keyOf(address.accountId), address.idHash)
      return record === null ? null : fromRecord(address, record)
    },

    async list(accountId: string): Promise<Session[]> {
      const records = await redis.hgetall(keyOf(accountId))
      return Object.entries(records).map(([idHash, record]) => fromRecord({ accountId, idHash }, record))
    },

    /** Writes uses of one account's sessions; answers how many were written. */
    async touch(accountId: string, uses: Use[]): Promise<number> {
      const pairs = uses.flatMap(({ idHash, at }) => [idHash, at])
      return Number(await touchSessions(redis, [keyOf(accountId)], [touchGapMs, keepMs, ...pairs]))
    },

    /** Whether the session was still there to take the proof. */
    async prove({ accountId, idHash }: SessionKey, proof: Proof): Promise<boolean> {
      const args = [idHash, writeProof(proof), proof.at, lifetime.idleMs, lifetime.absoluteMs]
      return (await proveSession(redis, [keyOf(accountId)], args)) === 1
    },

    /** Replaces what is known of the device of a session; one that is gone stays gone. */
    async describe({ accountId, idHash }: SessionKey, origin: Origin): Promise<void> {
      await describeSession(redis, [keyOf(accountId)], [idHash, writeOrigin(origin)])
    },

    /** Ends the named sessions of one account; answers how many there were. */
    remove: (accountId: string, idHashes: string[], revocation: Revocation): Promise<number> =>
      end(removeSessions, accountId, revocation, idHashes),

    /** Ends all sessions of an account, or those of a scope; answers how many. */
    removeAll: (
      accountId: string,
      { exceptIdHash, createdUntil }: RemovalScope,
      revocation: Revocation,
    ): Promise<number> =>
      end(removeAllSessions, accountId, revocation, [exceptIdHash, createdUntil?.toString() ?? '']),
  }
}
