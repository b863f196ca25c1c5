import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { outboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { relay } from '@gatehouse/service-kit/outbox/relay'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type mongoose from 'mongoose'
import type { WebhookConfig } from '../config.ts'
import { eventCollection, streamFields, toDocument } from './event-document.ts'
import { type WebhookDomainEvent, webhookEvent } from './webhook-event.ts'

/** Published events stay for investigations. */
const retentionMs = 7 * 24 * 3600 * 1000

/** Emits events in the transaction of the change. */
export type EmitEvents = ReturnType<typeof openEventEmitter>['emitEvents']

type Options = {
  connection: mongoose.Connection
  redis: RedisClient
  config: Pick<
    WebhookConfig,
    'redisPrefix' | 'eventStreamLength' | 'streamBytes' | 'outboxLeaseSeconds' | 'outboxPollMilliseconds'
  >
  newId: () => string
  clock: Clock
  log: Logger
}

/** Emits to the stream `{prefix}events:webhooks` (docs/events.md), in the transaction of the change. */
export function openEventEmitter({ connection, redis, config, newId, clock, log }: Options) {
  const collection = eventCollection(connection)
  const key = eventStreamKey(config.redisPrefix, 'webhooks')
  const eventRelay = relay({
    outbox: outboxStore(collection, streamFields),
    stream: outboxStream(redis, {
      key,
      maxLength: config.eventStreamLength,
      maxBytes: config.streamBytes,
      log,
    }),
    what: 'events',
    leaseMs: config.outboxLeaseSeconds * 1000,
    pollMs: config.outboxPollMilliseconds,
    clock,
    log,
  })

  return {
    async emitEvents(transaction: StoreSession, domainEvents: WebhookDomainEvent[]): Promise<void> {
      if (domainEvents.length === 0) return
      const now = clock.now()
      const documents = domainEvents.map((each) =>
        toDocument(webhookEvent(each, { id: newId(), now }), now + retentionMs),
      )
      await collection.insertMany(documents, { session: transaction })
    },

    oldestPendingSeconds: eventRelay.oldestPendingSeconds,

    close: () => eventRelay.close(),
  }
}
