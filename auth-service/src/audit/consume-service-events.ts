import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { consumeEvents } from '@gatehouse/service-kit/events/consume-events'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { streamGroup } from '@gatehouse/service-kit/events/stream-group'
import type { Relay } from '@gatehouse/service-kit/outbox/relay'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuditStore } from './audit-store.ts'
import { eventStreamFields } from './audit-stream.ts'
import type { EventTypeName } from './event-types.ts'

const times = { pollMs: 250, claimEveryMs: 10_000, idleMs: 30_000 }

/** By type of an event of session-service. Done before the event is stored, so perhaps again if that fails, but never omitted. */
export type Reactions = Readonly<Record<string, (event: Event) => Promise<void>>>

type Options = {
  redis: RedisClient
  prefix: string
  worker: () => number
  isErased: (accountId: string) => Promise<boolean>
  audit: Pick<AuditStore, 'addExternal' | 'anonymiseExternal'>
  /** Of the events that auth-service makes of those. */
  publisher: Pick<Relay, 'lease' | 'enqueue'>
  reactions: Reactions
  clock: Clock
  log: Logger
}

export function consumeServiceEvents({
  redis,
  prefix,
  worker,
  isErased,
  audit,
  publisher,
  reactions,
  clock,
  log,
}: Options) {
  const consume = (service: 'sessions' | 'webhooks', accept: (event: Event) => Promise<void>) =>
    consumeEvents({
      source: service,
      stream: streamGroup(redis, { key: eventStreamKey(prefix, service), group: 'gatehouse.audit' }),
      consumer: () => `auth-service-${worker()}`,
      // Ids are unique within a service only.
      accept: (event) => accept({ ...event, id: `${service}:${event.id}` }),
      log,
      ...times,
    })
  const sessions = consume('sessions', async (event) => {
    await reactions[event.type]?.(event)
    await store(event, signInOf(event))
  })
  const webhooks = consume('webhooks', store)
  return {
    lag: { sessions: sessions.lag, webhooks: webhooks.lag },
    async close(): Promise<void> {
      await Promise.all([sessions.close(), webhooks.close()])
    },
  }

  /** Looks the account up after the insertion: a later erasure finds the records. `made` is published as an event of auth-service. */
  async function store(event: Event, made: Event | null = null): Promise<void> {
    const { leaseUntil, owner } = publisher.lease()
    const outbox = { state: 'pending', owner, leaseUntil } as const
    const [id] = await Promise.all([
      made && audit.addExternal(made, clock.now(), outbox),
      audit.addExternal(event, clock.now()),
    ])
    if (event.accountId && (await isErased(event.accountId))) {
      await Promise.all([event, made].map(async (one) => one && audit.anonymiseExternal(one.id)))
    } else if (made && id) {
      publisher.enqueue({ id, fields: eventStreamFields({ ...made, id }), leaseUntil })
    }
  }
}

/** session-service stores a sign-in with its session in one step, so that none lacks its record. */
function signInOf(event: Event): Event | null {
  const { sign_in: method, factor } = event.detail
  if (event.type !== 'session.created' || method === undefined) return null
  const type: EventTypeName = 'account.sign_in'
  return { ...event, id: `sign_in:${event.id}`, type, detail: { method, ...(factor && { factor }) } }
}
