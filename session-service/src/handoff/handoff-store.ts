import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { buildEvent, type EventSource } from '../events/build-event.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'
import type { SessionKey } from '../sessions/session-token.ts'
import type { Caller } from './caller.ts'
import { type Handoff, handoffLifetimeMs } from './handoff.ts'
import {
  abandonCompletion,
  beginCompletion,
  cancelHandoff,
  finishCompletion,
  openHandoff,
  pollHandoff,
} from './handoff-scripts.ts'
import type { Claim } from './receiver.ts'

export type HandoffStore = ReturnType<typeof handoffStore>

/** Who begins: a giver by account and session, or a receiver. */
export type Side = { giver: string; session: string } | { claim: Claim }

/** Who polls: what they presented, and what recognises them without it. */
export type Poll = {
  secretDigest: string
  caller: Caller
  /** Used when nobody holds the code. */
  claim: Claim
  peek: boolean
}

export type Polled =
  | { outcome: 'pending' | 'completed' | 'claimed' | 'expired' }
  /** `isUnnamed` when the session was made before anybody had claimed the code, for a device yet unknown. */
  | { outcome: 'delivered'; token: string; accountId: string; isUnnamed: boolean }

/** What was made for the receiver; unnamed when nobody had claimed the code by then. */
export type Result = { token: string; session: SessionKey; isUnnamed: boolean }

const cleanupMarginMs = 60_000

type Options = { redis: RedisClient; outbox: Pick<EventOutbox, 'publish'>; prefix: string; keys: KeyRing }

/**
 * The only door to handoffs in Redis: one hash each, `<prefix>handoff:{<HMAC of the code>}`, never the code, which is short enough
 * to be found from a plain digest. One key, and its outbox beside it, so each question is one atomic step in one Cluster slot. The
 * stored end decides; the key's own expiry only cleans up.
 */
export function handoffStore({ redis, outbox, prefix, keys }: Options) {
  const at = (key: string) => `${prefix}handoff:{${key}}`
  const both = (key: string) => [at(key), outboxOf(at(key))]
  const contextOf = (key: string) => `handoff:${key}`

  /** Where the handoff of a code is, or would be: one that began before the current key was is under an older one. */
  async function locate(code: string): Promise<string> {
    const candidates = keys.macs(`handoff ${code}`)
    const [current] = candidates
    if (candidates.length === 1) return current
    const exist = await Promise.all(candidates.map((key) => redis.exists(at(key))))
    return candidates.find((_, index) => exist[index] === 1) ?? current
  }

  const publish = (key: string, told: string[]) => outbox.publish(outboxOf(at(key)), told)

  return {
    /** Begins a handoff of a signed-in giver, or of a receiver with its claim; false when the code is in use. */
    async open(code: string, by: Side, act: EventSource): Promise<boolean> {
      const key = await locate(code)
      const times = ['state', 'pending', 'created', act.at, 'expires', act.at + handoffLifetimeMs]
      const side = 'giver' in by ? ['giver', by.giver, 'giverSession', by.session] : claimFields(by.claim)
      const event = buildEvent(
        'handoff.began',
        act,
        'giver' in by ? { accountId: by.giver, sessionIdHash: by.session } : {},
      )
      const args = [act.at, handoffLifetimeMs + cleanupMarginMs, event, ...times, ...side]
      // As the script says.
      const told = (await openHandoff(redis, both(key), args)) as string[]
      publish(key, told)
      return told.length > 0
    },

    /** One poll: claims, recognises, or delivers, once. */
    async poll(code: string, poll: Poll, act: EventSource): Promise<Polled> {
      const key = await locate(code)
      const { secretDigest, caller, claim, peek } = poll
      const asks = [act.at, secretDigest, claim.mark, caller.signedIn, caller.session]
      const claims = [claim.secretDigest, JSON.stringify(claim.client)]
      const events = [buildEvent('handoff.claimed', act), buildEvent('handoff.delivered', act)]
      const args = [...asks, ...claims, peek ? 1 : 0, ...events]
      // As the script says.
      const answer = (await pollHandoff(redis, both(key), args)) as [
        Polled['outcome'],
        string[],
        string,
        string,
        number,
      ]
      const [outcome, told, sealed, accountId, isUnnamed] = answer
      publish(key, told)
      if (outcome !== 'delivered') return { outcome }
      return { outcome, accountId, token: keys.open(sealed, contextOf(key)), isUnnamed: isUnnamed === 1 }
    },

    /** A handoff as this account may see it: its own, or one that a receiver began and nobody completed. */
    async find(code: string, accountId: string, now: number): Promise<Handoff | null> {
      const fields = await redis.hgetall(at(await locate(code)))
      if (!fields.expires || now >= Number(fields.expires)) return null
      if (fields.giver && fields.giver !== accountId) return null
      return {
        state: fields.state === 'completed' ? 'completed' : 'pending',
        createdAt: Number(fields.created),
        expiresAt: Number(fields.expires),
        receiver: readClient(fields.receiver),
      }
    },

    /** Takes a pending handoff for one completion; null when it is not there for this account, or was taken. */
    async begin(code: string, accountId: string, now: number): Promise<{ receiver: Client | null } | null> {
      // As the script says.
      const [taken, receiver] = (await beginCompletion(
        redis,
        [at(await locate(code))],
        [now, accountId],
      )) as [number, string]
      return taken === 1 ? { receiver: readClient(receiver) } : null
    },

    /** Stores the token for the receiver, sealed; false when the handoff has ended meanwhile. */
    async finish(code: string, { token, session, isUnnamed }: Result, act: EventSource): Promise<boolean> {
      const key = await locate(code)
      const { accountId, idHash } = session
      const sealed = keys.seal(token, contextOf(key))
      const event = buildEvent('handoff.completed', act, { accountId, sessionIdHash: idHash })
      const args = [act.at, accountId, idHash, sealed, isUnnamed ? 1 : 0, event]
      // As the script says.
      const told = (await finishCompletion(redis, both(key), args)) as string[]
      publish(key, told)
      return told.length > 0
    },

    /** Lets a handoff be completed by another try. */
    async abandon(code: string, now: number): Promise<void> {
      await abandonCompletion(redis, [at(await locate(code))], [now])
    },

    /** Ends a handoff for its receiver or giver; null for anybody else, else the session that was made for it, if any. */
    async cancel(
      code: string,
      by: { secretDigest: string; signedIn: string },
      act: EventSource,
    ): Promise<{ undelivered: SessionKey | null } | null> {
      const key = await locate(code)
      const args = [act.at, by.secretDigest, by.signedIn, buildEvent('handoff.cancelled', act)]
      // As the script says.
      const answer = (await cancelHandoff(redis, both(key), args)) as [string[], string, string]
      const [told, accountId, idHash] = answer
      if (told.length === 0) return null
      publish(key, told)
      return { undelivered: idHash ? { accountId, idHash } : null }
    },
  }
}

function claimFields({ secretDigest, mark, client }: Claim): string[] {
  return ['secret', secretDigest, 'mark', mark, 'receiver', JSON.stringify(client)]
}

function readClient(json: string | undefined): Client | null {
  // Only claims are written there, so the shape is known.
  return json ? (JSON.parse(json) as Client) : null
}
