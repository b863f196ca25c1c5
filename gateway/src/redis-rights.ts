import { limiterRights } from '@gatehouse/service-kit/limits/rate-limiter'
import { type RedisRights, timeRights } from '@gatehouse/service-kit/storage/redis-rights'

export const redisRights = { keys: limiterRights('gateway'), ...timeRights } satisfies RedisRights
