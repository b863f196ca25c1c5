import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { buildEvent, type EventContext } from '../events/build-event.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'
import type { SessionKey } from '../sessions/session-token.ts'
import type { Caller } from './caller.ts'
import { type Handoff, handoffLifetimeMs } from './handoff.ts'
import { fromRecord, receiverFromRecord, type Side, toClaimRecord, toRecord } from './handoff-record.ts'
import {
  abandonCompletion,
  beginCompletion,
  cancelHandoff,
  finishCompletion,
  lookUpHandoff,
  openHandoff,
  pollHandoff,
} from './handoff-scripts.ts'
import type { Claim } from './receiver.ts'

export type HandoffStore = ReturnType<typeof handoffStore>

export type Poll = {
  secretDigest: string
  caller: Caller
  claim: Claim
  peek: boolean
  isSessionEnded: boolean
}

export type PollResult =
  | { outcome: 'pending' | 'completed' | 'claimed' | 'expired' }
  /** `isDeviceUnknown`: the session was created before the code was claimed, so its device is unknown. */
  | { outcome: 'delivered'; token: string; accountId: string; isDeviceUnknown: boolean }

export type Completion = { token: string; session: SessionKey; isDeviceUnknown: boolean }

const cleanupMarginMs = 60_000

type Options = { redis: RedisClient; outbox: Pick<EventOutbox, 'publish'>; prefix: string; keys: KeyRing }

/**
 * One Redis hash each, `<prefix>handoff:{<HMAC of the code>}`: codes are short enough to be guessed from a
 * plain digest. The stored end decides whether a handoff is live; the expiry of the key only cleans up.
 */
export function handoffStore({ redis, outbox, prefix, keys }: Options) {
  const keyOf = (mac: string) => `${prefix}handoff:{${mac}}`
  const keysOf = (mac: string) => [keyOf(mac), outboxOf(keyOf(mac))]
  const sealContext = (mac: string) => `handoff:${mac}`

  /** A handoff that began before the key was rotated is stored under the MAC of an older key. */
  async function locate(code: string): Promise<string> {
    const candidates = keys.macs(`handoff ${code}`)
    const [current] = candidates
    if (candidates.length === 1) return current
    const exist = await Promise.all(candidates.map((mac) => redis.exists(keyOf(mac))))
    return candidates.find((_, index) => exist[index] === 1) ?? current
  }

  function publish(mac: string, emitted: string[]): boolean {
    outbox.publish(outboxOf(keyOf(mac)), emitted)
    return emitted.length > 0
  }

  return {
    async open(code: string, side: Side, context: EventContext): Promise<boolean> {
      const mac = await locate(code)
      const about = 'giver' in side ? { accountId: side.giver, sessionIdHash: side.session } : {}
      const emitted = await openHandoff(redis, keysOf(mac), {
        now: context.at,
        keyTtlMs: handoffLifetimeMs + cleanupMarginMs,
        event: buildEvent('handoff.began', context, about),
        record: toRecord(side, context.at),
      })
      return publish(mac, emitted)
    },

    /** Of a handoff that is completed and not delivered. */
    async sessionOf(code: string): Promise<SessionKey | null> {
      const key = keyOf(await locate(code))
      const { state, giver: accountId, session: idHash } = await redis.hgetall(key)
      return state === 'completed' && accountId && idHash ? { accountId, idHash } : null
    },

    async poll(code: string, poll: Poll, context: EventContext): Promise<PollResult> {
      const mac = await locate(code)
      const { secretDigest, caller, claim, peek, isSessionEnded } = poll
      const reply = await pollHandoff(redis, keysOf(mac), {
        now: context.at,
        secretDigest,
        fingerprint: claim.fingerprint,
        ...caller,
        peek,
        isSessionEnded,
        claim: toClaimRecord(claim),
        claimedEvent: buildEvent('handoff.claimed', context),
        deliveredEvent: buildEvent('handoff.delivered', context),
        cancelledEvent: buildEvent('handoff.cancelled', context),
      })
      publish(mac, reply[1])
      if (reply[0] !== 'delivered') return { outcome: reply[0] }
      const [outcome, , sealed, accountId, isDeviceUnknown] = reply
      return {
        outcome,
        accountId,
        token: keys.open(sealed, sealContext(mac)),
        isDeviceUnknown: isDeviceUnknown === 1,
      }
    },

    /** Only its own, or one that a receiver began and no account has completed. */
    async lookUp(code: string, accountId: string, now: number): Promise<Handoff | null> {
      const record = await lookUpHandoff(redis, [keyOf(await locate(code))], { now, accountId })
      return record && fromRecord(record)
    },

    async begin(code: string, giver: string, now: number): Promise<{ receiver: Client | null } | null> {
      const receiver = await beginCompletion(redis, [keyOf(await locate(code))], { now, giver })
      return receiver === null ? null : { receiver: receiverFromRecord(receiver) }
    },

    async finish(
      code: string,
      { token, session, isDeviceUnknown }: Completion,
      context: EventContext,
    ): Promise<boolean> {
      const mac = await locate(code)
      const { accountId, idHash } = session
      const result = keys.seal(token, sealContext(mac))
      const emitted = await finishCompletion(redis, keysOf(mac), {
        now: context.at,
        record: {
          state: 'completed',
          giver: accountId,
          session: idHash,
          result,
          unnamed: isDeviceUnknown ? '1' : '0',
        },
        event: buildEvent('handoff.completed', context, { accountId, sessionIdHash: idHash }),
      })
      return publish(mac, emitted)
    },

    async abandon(code: string, now: number): Promise<void> {
      await abandonCompletion(redis, [keyOf(await locate(code))], { now })
    },

    async cancel(
      code: string,
      by: { secretDigest: string; signedIn: string },
      context: EventContext,
    ): Promise<{ accountId: string | null; undelivered: SessionKey | null } | null> {
      const mac = await locate(code)
      const event = buildEvent('handoff.cancelled', context)
      const args = { now: context.at, ...by, event }
      const [emitted, accountId, idHash] = await cancelHandoff(redis, keysOf(mac), args)
      if (!publish(mac, emitted)) return null
      return { accountId: accountId || null, undelivered: idHash ? { accountId, idHash } : null }
    },
  }
}
