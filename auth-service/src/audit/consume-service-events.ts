import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { consumeEvents } from '@gatehouse/service-kit/events/consume-events'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { streamGroup } from '@gatehouse/service-kit/events/stream-group'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { AuditStore } from './audit-store.ts'

const times = { pollMs: 250, takeOverEveryMs: 10_000, idleMs: 30_000 }

type Options = {
  redis: RedisClient
  prefix: string
  worker: () => number
  isErased: (accountId: string) => Promise<boolean>
  audit: Pick<AuditStore, 'addExternal' | 'anonymiseTold'>
  clock: Clock
  log: Logger
}

/** Brings what the other services tell into the audit log; replicas share the work (contract.md 9, "Events and audit"). */
export function consumeServiceEvents({ redis, prefix, worker, isErased, audit, clock, log }: Options) {
  const consumers = (['sessions', 'webhooks'] as const).map((service) =>
    consumeEvents({
      source: service,
      stream: streamGroup(redis, { key: eventStreamKey(prefix, service), group: 'audit' }),
      consumer: () => `auth-service-${worker()}`,
      // Ids are unique within the stream of a service.
      accept: (event) => keep({ ...event, id: `${service}:${event.id}` }),
      log,
      ...times,
    }),
  )
  return {
    async close(): Promise<void> {
      await Promise.all(consumers.map((consumer) => consumer.close()))
    },
  }

  /** The account is looked up after the insertion: an erasure that comes later finds the record by itself. */
  async function keep(event: Event): Promise<void> {
    await audit.addExternal(event, clock.now())
    if (event.accountId && (await isErased(event.accountId))) await audit.anonymiseTold(event.id)
  }
}
