import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { ReplicatedScripts } from '@gatehouse/service-kit/storage/replicated-scripts'
import type { ClientInfo } from '../client-info.ts'
import type { EventContext } from '../events/build-event.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'
import { revocationChannel } from '../revocations/revocation-channel.ts'
import type { SignIn } from './asserted-fields.ts'
import type { Lifetime, Proof, Session } from './session.ts'
import { createdEvent, type Revocation, revokedEvent } from './session-events.ts'
import { clientLine, fromRecord, proofLine, toRecord } from './session-record.ts'
import {
  addSession,
  describeSession,
  proveSession,
  type Rejection,
  revokeSessionsByHash,
  revokeSessionsUntil,
  touchSessions,
} from './session-scripts.ts'
import type { SessionKey } from './session-token.ts'

export type SessionStore = ReturnType<typeof sessionStore>

export type Use = { idHash: string; at: number }

/** Sessions created later (milliseconds since 1970) stay too. */
export type RevocationScope = { exceptIdHash: string; createdUntil?: number | undefined }

type Options = {
  redis: RedisClient
  /** Runs the scripts that create and revoke sessions, whose effects must outlive a master. */
  replicated: Pick<ReplicatedScripts, 'run' | 'replicas'>
  outbox: Pick<EventOutbox, 'publish'>
  prefix: string
  lifetime: Lifetime
  cap: number
  touchGapMs: number
}

const cleanupMarginMs = 3_600_000

/** Whoever has a token could otherwise make as many sessions, which outlive it. */
const maxUnprovedChildren = 5

/**
 * Redis hash per account; the field is the SHA-256 of the token (id hash). The stored times decide which sessions are live; the
 * expiry of the key only cleans up.
 */
export function sessionStore({ redis, replicated, outbox, prefix, lifetime, cap, touchGapMs }: Options) {
  const channel = revocationChannel(prefix)
  const keyOf = (accountId: string) => `${prefix}sessions:{${accountId}}`
  const keysOf = (accountId: string): [string, string] => [keyOf(accountId), outboxOf(keyOf(accountId))]
  const keyTtlMs = Math.min(lifetime.idleMs, lifetime.absoluteMs) + cleanupMarginMs

  const revokeArgs = (accountId: string, revocation: Revocation) => ({
    channel,
    accountId,
    revokedEvent: revokedEvent(accountId, revocation),
  })

  function publish(accountId: string, emitted: string[]): number {
    outbox.publish(outboxOf(keyOf(accountId)), emitted)
    return emitted.length
  }

  return {
    /** Returns the evicted id hashes, unused ones first, then the least recently used. `isProved` is for one with a parent. */
    async add(
      session: Session,
      by: Omit<EventContext, 'at'>,
      { isProved = false, signIn }: { isProved?: boolean; signIn?: SignIn | undefined } = {},
    ): Promise<{ rejection: Rejection; evicted: string[] }> {
      const { accountId, idHash, createdAt, parent } = session
      const context = { ...by, at: createdAt }
      const [evicted, emitted, rejection] = await replicated.run(addSession, keysOf(accountId), {
        ...revokeArgs(accountId, { ...context, cause: 'cap' }),
        idHash,
        record: toRecord(session),
        createdEvent: createdEvent(session, context, signIn),
        now: createdAt,
        ...lifetime,
        cap,
        replicas: replicated.replicas,
        keyTtlMs,
        parent: parent ?? undefined,
        maxUnprovedChildren,
        isProved,
      })
      publish(accountId, emitted)
      return { rejection, evicted }
    },

    /** The hot path: one HGET. */
    async find(key: SessionKey): Promise<Session | null> {
      const record = await redis.hget(keyOf(key.accountId), key.idHash)
      return record === null ? null : fromRecord(key, record)
    },

    async list(accountId: string): Promise<Session[]> {
      const records = await redis.hgetall(keyOf(accountId))
      return Object.entries(records).map(([idHash, record]) => fromRecord({ accountId, idHash }, record))
    },

    touch: (accountId: string, uses: Use[]): Promise<number> =>
      touchSessions(redis, [keyOf(accountId)], { gapMs: touchGapMs, keyTtlMs, uses }),

    async prove({ accountId, idHash }: SessionKey, proof: Proof): Promise<boolean> {
      const args = { idHash, proof: proofLine(proof), now: proof.at, ...lifetime }
      return (await proveSession(redis, [keyOf(accountId)], args)) === 1
    },

    async describe({ accountId, idHash }: SessionKey, client: ClientInfo): Promise<void> {
      await describeSession(redis, [keyOf(accountId)], { idHash, client: clientLine(client) })
    },

    /** `withChildren`: also those that they gave by handoffs, with theirs. Returns how many were live. */
    async revoke(
      accountId: string,
      idHashes: string[],
      revocation: Revocation,
      { withChildren = false }: { withChildren?: boolean } = {},
    ): Promise<number> {
      const args = { ...revokeArgs(accountId, revocation), idHashes, withChildren }
      return publish(accountId, await replicated.run(revokeSessionsByHash, keysOf(accountId), args))
    },

    async revokeAll(accountId: string, scope: RevocationScope, revocation: Revocation): Promise<number> {
      const args = { ...revokeArgs(accountId, revocation), ...scope }
      return publish(accountId, await replicated.run(revokeSessionsUntil, keysOf(accountId), args))
    },
  }
}
