import { limiterRights } from '@gatehouse/service-kit/limits/rate-limiter'
import type { RedisRights } from '@gatehouse/service-kit/storage/redis-rights'

export const redisRights = { keys: limiterRights('gateway') } satisfies RedisRights
