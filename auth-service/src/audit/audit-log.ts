import { eventLag } from '@gatehouse/service-kit/events/event-metrics'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { outboxAge } from '@gatehouse/service-kit/outbox/outbox-metrics'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { relay } from '@gatehouse/service-kit/outbox/relay'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import type { AuthConfig } from '../config.ts'
import { auditStore } from './audit-store.ts'
import { auditOutbox, eventStreamFields } from './audit-stream.ts'
import { buildEvent, type EventAbout, type EventSource } from './build-event.ts'
import { consumeServiceEvents, type Reactions } from './consume-service-events.ts'
import type { EventTypeName } from './event-types.ts'

type Options = EventSource & {
  connection: Connection
  redis: RedisClient
  worker: () => number
  isErased: (accountId: string) => Promise<boolean>
  config: Pick<
    AuthConfig,
    | 'auditDays'
    | 'redisPrefix'
    | 'eventStreamLength'
    | 'streamBytes'
    | 'outboxLeaseSeconds'
    | 'outboxPollMilliseconds'
  >
  log: Logger
}

const dayMs = 86_400_000
const batchDelayMs = 50
const unpublished = { state: 'pending', owner: '', leaseUntil: 0 } as const

export type AuditLog = ReturnType<typeof openAuditLog>

export function openAuditLog(options: Options) {
  const { connection, redis, config, clock, log } = options
  const prefix = config.redisPrefix
  const store = auditStore(connection, { ttlMs: config.auditDays * dayMs })
  const publisher = relay({
    outbox: auditOutbox(connection),
    stream: outboxStream(redis, {
      key: eventStreamKey(prefix, 'auth'),
      maxLength: config.eventStreamLength,
      maxBytes: config.streamBytes,
      log,
    }),
    what: 'events',
    leaseMs: config.outboxLeaseSeconds * 1000,
    pollMs: config.outboxPollMilliseconds,
    batchDelayMs,
    clock,
    log,
  })
  let consumer: ReturnType<typeof consumeServiceEvents> | null = null
  const lagOf = (source: 'sessions' | 'webhooks') => async () => (await consumer?.lag[source]()) ?? 0

  return {
    list: store.list,
    anonymise: store.anonymise,
    metrics: [
      outboxAge({ events: publisher.oldestPendingSeconds }),
      eventLag({ sessions: lagOf('sessions'), webhooks: lagOf('webhooks') }),
    ],

    /** Stores the events of other services from now on. To be called once. */
    consume(reactions: Reactions): void {
      consumer = consumeServiceEvents({ ...options, prefix, audit: store, publisher, reactions })
    },

    /** In a `transaction`, the relay publishes the event after the commit. */
    async emit<Type extends EventTypeName>(
      call: Pick<Call, 'requestId'>,
      type: Type,
      about: EventAbout<Type>,
      transaction?: StoreSession,
    ): Promise<void> {
      const event = buildEvent(options, call, type, about)
      if (transaction) return store.add(event, unpublished, transaction)
      const lease = publisher.lease()
      await store.add(event, { state: 'pending', ...lease })
      publisher.enqueue({ id: event.id, fields: eventStreamFields(event), leaseUntil: lease.leaseUntil })
    },

    /** One event for each of `about`, in one operation. */
    async emitAll<Type extends EventTypeName>(
      call: Pick<Call, 'requestId'>,
      type: Type,
      about: EventAbout<Type>[],
      transaction: StoreSession,
    ): Promise<void> {
      const events = about.map((each) => buildEvent(options, call, type, each))
      await store.addAll(events, unpublished, transaction)
    },

    async close(): Promise<void> {
      // It publishes, too.
      await consumer?.close()
      await publisher.close()
    },
  }
}
