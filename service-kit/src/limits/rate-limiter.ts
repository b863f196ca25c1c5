import type { RedisClient } from '../storage/redis.ts'
import type { Clock } from '../time/clock.ts'
import { batchedTakes } from './batched-takes.ts'
import { type BucketState, type Limit, rateOf } from './gcra.ts'
import { type EvaluatedLimit, type LimitDecision, limitDecision } from './limit-decision.ts'

export type { Limit } from './gcra.ts'
export type { LimitDecision as Verdict } from './limit-decision.ts'
export { localRateLimiter } from './local-rate-limiter.ts'

export type RateLimiter = {
  /**
   * Takes `cost` calls from every bucket, or from none when one of them refuses. Fails as the store does when it is away.
   * In a Redis Cluster that holds for limits of the same key; those of different keys live in different slots and are taken
   * one key after the other, so that a refusal leaves the keys before it charged. A negative cost gives calls back.
   */
  take(limits: Limit[], cost?: number): Promise<LimitDecision>
}

/** What an answer that was cut short comes to. */
const refused: BucketState = { allowed: false, tatUs: 0 }

/**
 * Limits held in Redis, so that they hold over any number of replicas (contract.md 1, "Rate limits"). `scale` multiplies every
 * limit.
 */
export function rateLimiter(options: {
  redis: RedisClient
  prefix: string
  /** Whose limits these are: no service writes those of another. */
  service: 'auth' | 'gateway' | 'webhooks'
  scale: number
  clock: Clock
}): RateLimiter {
  const { redis, prefix, service, scale, clock } = options
  const ask = batchedTakes(redis)

  async function evaluate(limits: Limit[], nowUs: number, cost: number): Promise<EvaluatedLimit[]> {
    const buckets = limits.map((limit) => ({
      limit,
      key: `${prefix}limit:${service}:{${limit.key}}:${limit.bucket}${limit.part === undefined ? '' : `:${limit.part}`}`,
      pace: rateOf(limit, scale),
    }))
    const statuses = await ask({ nowUs, cost, buckets })
    return buckets.map(({ limit, pace }, index) => ({
      limit,
      pace,
      status: statuses[index] ?? refused,
    }))
  }

  return {
    async take(limits, cost = 1) {
      const nowUs = Math.floor(clock.now() * 1000)
      const steps = redis.isCluster ? [...Map.groupBy(limits, ({ key }) => key).values()] : [limits]
      const evaluated: EvaluatedLimit[] = []
      for (const step of steps) {
        const taken = await evaluate(step, nowUs, cost)
        evaluated.push(...taken)
        if (taken.some(({ status }) => !status.allowed)) break
      }
      return limitDecision(evaluated, nowUs, cost)
    },
  }
}
