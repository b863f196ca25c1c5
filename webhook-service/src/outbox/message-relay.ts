import { type Relay, relay } from '@gatehouse/service-kit/outbox/relay'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type mongoose from 'mongoose'
import type { WebhookConfig } from '../config.ts'
import { messageOutbox } from './message-outbox.ts'
import { messageStream } from './message-stream.ts'

type Options = {
  connection: mongoose.Connection
  redis: RedisClient
  config: Pick<
    WebhookConfig,
    'redisPrefix' | 'messageStreamLength' | 'outboxLeaseSeconds' | 'outboxPollMilliseconds'
  >
  clock: Clock
  log: Logger
}

export function messageRelay({ connection, redis, config, clock, log }: Options): Relay {
  return relay({
    outbox: messageOutbox(connection),
    stream: messageStream(redis, { prefix: config.redisPrefix, maxLength: config.messageStreamLength }),
    what: 'messages',
    leaseMs: config.outboxLeaseSeconds * 1000,
    pollMs: config.outboxPollMilliseconds,
    ...{ clock, log },
  })
}
