import { limiterRights } from '@gatehouse/service-kit/limits/rate-limiter'
import { streamRights } from '@gatehouse/service-kit/outbox/outbox-stream'
import { type RedisRights, timeRights } from '@gatehouse/service-kit/storage/redis-rights'

export const redisRights = {
  keys: {
    ...limiterRights('webhooks'),
    messages: ['xadd', 'xrange', 'xrevrange', 'xlen', 'xtrim', 'xinfo|groups', 'xpending'],
    'events:webhooks': ['xadd'],
  },
  optional: [...timeRights.optional, ...streamRights.optional],
} satisfies RedisRights
