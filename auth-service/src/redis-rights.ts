import { groupCommands } from '@gatehouse/service-kit/events/stream-group'
import { limiterRights } from '@gatehouse/service-kit/limits/rate-limiter'
import { windowLimiterRights } from '@gatehouse/service-kit/limits/window-limiter'
import { streamRights } from '@gatehouse/service-kit/outbox/outbox-stream'
import { type RedisRights, timeRights } from '@gatehouse/service-kit/storage/redis-rights'

export const redisRights = {
  keys: {
    ...limiterRights('auth'),
    ...windowLimiterRights,
    'password-attempts:*': ['hget', 'hset', 'hdel', 'hlen', 'hgetall', 'pttl', 'pexpire', 'persist', 'del'],
    // Tickets, counted codes, codes by SMS and proved phones, of one account in one slot.
    'mfa:*': [
      ...['get', 'set', 'getdel', 'del', 'exists', 'pexpire'],
      ...['hmget', 'hset', 'hsetnx', 'hincrby', 'hdel'],
    ],
    'passkey-challenge:*': ['set', 'getdel'],
    'sso-state:*': ['set', 'getdel'],
    'sso-session:*': ['zadd', 'zrange', 'zrem', 'pexpire'],
    'sso-logout:*': ['get', 'set', 'del'],
    'events:auth': ['xadd'],
  },
  optional: [...timeRights.optional, ...streamRights.optional],
  streams: { keys: { 'events:sessions': groupCommands, 'events:webhooks': groupCommands } },
} satisfies RedisRights
