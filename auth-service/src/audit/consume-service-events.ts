import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { consumeEvents } from '@gatehouse/service-kit/events/consume-events'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { streamGroup } from '@gatehouse/service-kit/events/stream-group'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuditStore } from './audit-store.ts'

const times = { pollMs: 250, claimEveryMs: 10_000, idleMs: 30_000 }

/** By type of an event of session-service. Done before the event is stored, so perhaps again if that fails, but never omitted. */
export type Reactions = Readonly<Record<string, (event: Event) => Promise<void>>>

type Options = {
  redis: RedisClient
  prefix: string
  worker: () => number
  isErased: (accountId: string) => Promise<boolean>
  audit: Pick<AuditStore, 'addExternal' | 'anonymiseExternal'>
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
  reactions,
  clock,
  log,
}: Options) {
  const consume = (service: 'sessions' | 'webhooks', react?: (event: Event) => Promise<void>) =>
    consumeEvents({
      source: service,
      stream: streamGroup(redis, { key: eventStreamKey(prefix, service), group: 'gatehouse.audit' }),
      consumer: () => `auth-service-${worker()}`,
      // Ids are unique within a service only.
      accept: async (event) => {
        await react?.(event)
        await store({ ...event, id: `${service}:${event.id}` })
      },
      log,
      ...times,
    })
  const sessions = consume('sessions', async (event) => reactions[event.type]?.(event))
  const webhooks = consume('webhooks')
  return {
    lag: { sessions: sessions.lag, webhooks: webhooks.lag },
    async close(): Promise<void> {
      await Promise.all([sessions.close(), webhooks.close()])
    },
  }

  /** Looks the account up after the insertion: a later erasure finds the record. */
  async function store(event: Event): Promise<void> {
    await audit.addExternal(event, clock.now())
    if (event.accountId && (await isErased(event.accountId))) await audit.anonymiseExternal(event.id)
  }
}
