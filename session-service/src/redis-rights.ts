import { streamRights } from '@gatehouse/service-kit/outbox/outbox-stream'
import { type RedisRights, timeRights } from '@gatehouse/service-kit/storage/redis-rights'

/** Beside each record is the outbox of its events, in the same slot. */
const outbox = ['rpush', 'lrange', 'lrem'] as const

export const redisRights = {
  keys: {
    'sessions:*': ['hget', 'hset', 'hdel', 'hlen', 'hexists', 'hgetall', 'pexpire', 'get', 'set', ...outbox],
    'handoff:*': ['exists', 'hgetall', 'hset', 'pexpire', 'del', ...outbox],
    'handoff-wrong:*': ['hget', 'hmget', 'hset', 'hincrby', 'pexpire', 'del', ...outbox],
    'events:sessions': ['xadd'],
    'events:sweeper': ['get', 'set', 'del'],
    'revocations:*': ['set'],
  },
  channels: ['revocations', 'revocations:*'],
  optional: [...timeRights.optional, ...streamRights.optional, 'acl|dryrun'],
  commands: ['scan', 'publish', 'subscribe', 'wait'],
} satisfies RedisRights
