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
  audit: Pick<AuditStore, 'addTold'>
  clock: Clock
  log: Logger
}

/** Brings what the other services tell into the audit log; replicas share the work (contract.md 9, "Events and audit"). */
export function toldActs({ redis, prefix, worker, audit, clock, log }: Options) {
  const consumers = (['sessions', 'webhooks'] as const).map((service) =>
    consumeEvents({
      source: service,
      stream: streamGroup(redis, { key: eventStreamKey(prefix, service), group: 'audit' }),
      consumer: () => `auth-service-${worker()}`,
      // Ids are unique within the stream of a service.
      accept: (event) => audit.addTold({ ...event, id: `${service}:${event.id}` }, clock.now()),
      log,
      ...times,
    }),
  )
  return {
    async close(): Promise<void> {
      await Promise.all(consumers.map((consumer) => consumer.close()))
    },
  }
}
