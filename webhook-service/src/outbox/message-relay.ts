import { type OutboxStore, outboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import { outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { type Relay, relay } from '@gatehouse/service-kit/outbox/relay'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type mongoose from 'mongoose'
import type { WebhookConfig } from '../config.ts'
import { fromDocument, messageCollection, messageProjection } from '../messages/message-document.ts'
import { messageStreamEntry } from '../messages/message-stream-entry.ts'

type Options = {
  connection: mongoose.Connection
  redis: RedisClient
  config: Pick<
    WebhookConfig,
    'redisPrefix' | 'messageStreamLength' | 'streamBytes' | 'outboxLeaseSeconds' | 'outboxPollMilliseconds'
  >
  clock: Clock
  log: Logger
}

/** Publishes stored messages to the stream `{prefix}messages` (docs/messages.md). */
export function messageRelay({ connection, redis, config, clock, log }: Options): Relay {
  return relay({
    outbox: messageOutbox(connection),
    stream: outboxStream(redis, {
      key: messageStreamKey(config.redisPrefix),
      maxLength: config.messageStreamLength,
      maxBytes: config.streamBytes,
      log,
    }),
    what: 'messages',
    leaseMs: config.outboxLeaseSeconds * 1000,
    pollMs: config.outboxPollMilliseconds,
    clock,
    log,
  })
}

export function messageOutbox(connection: mongoose.Connection): OutboxStore {
  return outboxStore(
    messageCollection(connection),
    (document) => messageStreamEntry(fromDocument(document), document.change),
    messageProjection,
  )
}

export function messageStreamKey(prefix: string): string {
  return `${prefix}messages`
}
