import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { ReplicatedScripts } from '@gatehouse/service-kit/storage/replicated-scripts'
import type { EventContext } from '../events/build-event.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'
import type { Lifetime, Origin, Proof, Session } from './session.ts'
import { createdEvent, type Revocation, revokedEvent } from './session-events.ts'
import { fromRecord, originLine, proofLine, toRecord } from './session-record.ts'
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

/** A use of a session that is not stored yet. */
export type Use = { idHash: string; at: number }

/** Which sessions of an account stay: the one named, if any, and those created later (milliseconds since 1970). */
export type RemovalScope = { exceptIdHash: string; createdUntil?: number | undefined }

type Options = {
  redis: RedisClient
  /** Runs the scripts that create and revoke sessions, whose effects must outlive a master. */
  replicated: Pick<ReplicatedScripts, 'run'>
  outbox: Pick<EventOutbox, 'publish'>
  prefix: string
  lifetime: Lifetime
  cap: number
  touchGapMs: number
}

const cleanupMarginMs = 3_600_000

/** The channel that Redis publishes revoked sessions on. */
export const revocationChannel = (prefix: string) => `${prefix}revocations`

/**
 * Sessions in Redis: one hash an account, `<prefix>sessions:{<account id>}`, from id hash to record. Each operation is one atomic
 * step in one Cluster slot. The stored times decide which sessions are live; the expiry of the key only cleans up.
 */
export function sessionStore({ redis, replicated, outbox, prefix, lifetime, cap, touchGapMs }: Options) {
  const channel = revocationChannel(prefix)
  const keyOf = (accountId: string) => `${prefix}sessions:{${accountId}}`
  const keysOf = (accountId: string): [string, string] => [keyOf(accountId), outboxOf(keyOf(accountId))]
  const keepMs = Math.min(lifetime.idleMs, lifetime.absoluteMs) + cleanupMarginMs

  const revokeArgs = (accountId: string, revocation: Revocation) => ({
    channel,
    accountId,
    revokedEvent: revokedEvent(accountId, revocation),
  })

  /** Returns how many events there were. */
  function publish(accountId: string, emitted: string[]): number {
    outbox.publish(outboxOf(keyOf(accountId)), emitted)
    return emitted.length
  }

  return {
    /**
     * Adds a session; returns the id hashes evicted for it, least recently used first. If the session `requiredSessionIdHash`
     * of the same account is gone, it adds nothing and returns null.
     */
    async add(
      session: Session,
      source: EventContext,
      requiredSessionIdHash?: string,
    ): Promise<string[] | null> {
      const { accountId, idHash } = session
      const reply = await replicated.run(addSession, keysOf(accountId), {
        ...revokeArgs(accountId, { ...source, cause: 'cap' }),
        ...{ idHash, record: toRecord(session), createdEvent: createdEvent(session, source) },
        ...{ now: source.at, ...lifetime, cap, keepMs, requiredSessionIdHash },
      })
      if (reply === null) return null
      const [evicted, emitted] = reply
      publish(accountId, emitted)
      return evicted
    },

    /** The hot path: one HGET, which ioredis pipelines with the others of this event-loop turn. */
    async find(key: SessionKey): Promise<Session | null> {
      const record = await redis.hget(keyOf(key.accountId), key.idHash)
      return record === null ? null : fromRecord(key, record)
    },

    async list(accountId: string): Promise<Session[]> {
      const records = await redis.hgetall(keyOf(accountId))
      return Object.entries(records).map(([idHash, record]) => fromRecord({ accountId, idHash }, record))
    },

    /** Stores uses of one account's sessions; returns how many it stored. */
    touch: (accountId: string, uses: Use[]): Promise<number> =>
      touchSessions(redis, [keyOf(accountId)], { gapMs: touchGapMs, keepMs, uses }),

    /** Returns false if the session is gone. */
    async prove({ accountId, idHash }: SessionKey, proof: Proof): Promise<boolean> {
      const args = { idHash, proof: proofLine(proof), now: proof.at, ...lifetime }
      return (await proveSession(redis, [keyOf(accountId)], args)) === 1
    },

    /** Replaces the origin of a session, unless it is gone. */
    async describe({ accountId, idHash }: SessionKey, origin: Origin): Promise<void> {
      await describeSession(redis, [keyOf(accountId)], { idHash, origin: originLine(origin) })
    },

    /** Revokes the named sessions of one account; returns how many existed. */
    async remove(accountId: string, idHashes: string[], revocation: Revocation): Promise<number> {
      const args = { ...revokeArgs(accountId, revocation), idHashes }
      return publish(accountId, await replicated.run(removeSessions, keysOf(accountId), args))
    },

    /** Revokes the sessions of an account within a scope; returns how many. */
    async removeAll(accountId: string, scope: RemovalScope, revocation: Revocation): Promise<number> {
      const args = { ...revokeArgs(accountId, revocation), ...scope }
      return publish(accountId, await replicated.run(removeAllSessions, keysOf(accountId), args))
    },
  }
}
