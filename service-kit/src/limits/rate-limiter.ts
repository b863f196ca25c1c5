import { z } from 'zod'
import type { LimitState } from '../errors/limit-state.ts'
import { batched } from '../storage/batched.ts'
import type { RedisClient } from '../storage/redis.ts'
import type { RedisRights } from '../storage/redis-rights.ts'
import { defineTimedScript } from '../storage/timed-script.ts'
import { allowedStepMs, type Clock } from '../time/clock.ts'
import {
  type Charge,
  type DeferredTakes,
  deferredTakes,
  type KeyedLimit,
  type Taken,
} from './deferred-takes.ts'
import { type Limit, limitStateOf, type Rate, rateOf, tightestOf } from './gcra.ts'

export type LimitDecision = { allowed: boolean; state: LimitState }

export type RateLimiter = {
  /**
   * Takes `cost` calls from every limit, or from none if one rejects them; a negative cost returns calls. In a
   * Redis Cluster, limits of other keys stay charged after a rejection, since those are in other slots.
   */
  take(limits: Limit[], cost?: number): Promise<LimitDecision>
  /**
   * Takes one call. For a caller that took one a moment ago, and where the state of at most a second ago allows it, Redis is charged
   * behind: by at most a tenth of its burst for each process a limit can be exceeded, and what exceeds it is paid back, up to a second.
   */
  takeDeferred?(limits: Limit[]): LimitDecision | Promise<LimitDecision>
}

/** `isCharge`: takes calls that were allowed before, whatever is left. */
type Take = { cost: number; limits: KeyedLimit[]; isCharge?: boolean }

/** Limits the time one script run blocks Redis to about a millisecond. */
const maxTakesAtOnce = 100

// GCRA as in gcra.ts. Keys expire a minute late, since the clocks of tests and earlier releases differ from that of Redis.
const takeScript = defineTimedScript<
  { takes: { cost: number; rates: Rate[]; isCharge: boolean }[] },
  number[]
>({
  name: 'take',
  keys: 'any',
  lua: `
    local key, reply = 0, { nowUs }
    for _, take in ipairs(args.takes) do
      local nexts, rejected = {}, false
      for i, rate in ipairs(take.rates) do
        local window = rate.burst * rate.intervalUs
        local stored = tonumber(redis.call('GET', KEYS[key + i]) or 0)
        if stored > nowUs + window + ${allowedStepMs * 1000} then stored = nowUs end
        local current = math.max(stored, nowUs)
        local next = math.max(current + take.cost * rate.intervalUs, nowUs)
        local allowed = next - nowUs <= window
        if take.isCharge then
          next = math.min(next, nowUs + window + ${allowedStepMs * 1000})
          allowed = true
        end
        nexts[i] = next
        reply[2 * (key + i)] = current
        reply[2 * (key + i) + 1] = allowed and 1 or 0
        rejected = rejected or not allowed
      end
      if not rejected then
        for i, next in ipairs(nexts) do
          reply[2 * (key + i)] = next
          local ttl = math.ceil((next - nowUs) / 1000) + 60000
          redis.call('SET', KEYS[key + i], string.format('%.0f', next), 'PX', ttl)
        end
      end
      key = key + #take.rates
    end
    return reply`,
  // The time, then the arrival time and 1 or 0 of each limit. A nested list costs a fifth more processor time.
  reply: z.array(z.number()),
})

type LimitedService = 'auth' | 'gateway' | 'webhooks'

export const limiterRights = (service: LimitedService): RedisRights['keys'] => ({
  [`limit:${service}:*`]: ['get', 'set'],
})

export function rateLimiter(options: {
  redis: RedisClient
  prefix: string
  service: LimitedService
  scale: number
  clock: Clock
}): RateLimiter {
  const { redis, prefix, service, scale, clock } = options
  // A script call costs more than the take in it. In a Cluster, the keys of one call must share a slot.
  const send = redis.isCluster
    ? async (take: Take) => (await sendAll(redis, [take], clock))[0]
    : batched((takes: Take[]) => sendAll(redis, takes, clock), { max: maxTakesAtOnce })

  async function charge(charges: Charge[]): Promise<Taken[]> {
    const takes = charges.map((each) => ({ ...each, isCharge: true }))
    const size = redis.isCluster ? 1 : maxTakesAtOnce
    const parts = Array.from({ length: Math.ceil(takes.length / size) }, (_, part) =>
      sendAll(redis, takes.slice(part * size, (part + 1) * size), clock),
    )
    return (await Promise.all(parts)).flat()
  }

  let opened: DeferredTakes | undefined
  // Its tables need a megabyte, which only the gateway uses.
  const deferred = () => {
    opened ??= deferredTakes({ clock, charge })
    return opened
  }

  function withKey(limit: Limit): KeyedLimit {
    const part = limit.part === undefined ? '' : `:${limit.part}`
    const key = `${prefix}limit:${service}:{${limit.key}}:${limit.bucket}${part}`
    return { limit, rate: rateOf(limit, scale), key }
  }

  async function takeTogether(
    limits: Limit[],
    { cost, isLearned }: { cost: number; isLearned: boolean },
  ): Promise<LimitState[]> {
    const keyed = limits.map(withKey)
    opened?.settleBefore(keyed)
    const taken = await send({ cost, limits: keyed })
    return keyed.map((limit, index) => {
      const state = taken?.states[index]
      if (!state) throw new Error('The take has no state for a limit.')
      if (isLearned) deferred().learn(limit, state, taken.nowUs)
      return limitStateOf({ ...limit, ...state }, taken.nowUs, cost)
    })
  }

  async function takeAll(
    limits: Limit[],
    options: { cost: number; isLearned: boolean },
  ): Promise<LimitDecision> {
    const groups = redis.isCluster ? Map.groupBy(limits, ({ key }) => key).values() : [limits]
    const states: LimitState[] = []
    for (const group of groups) {
      states.push(...(await takeTogether(group, options)))
      if (states.some(({ retryAfter }) => retryAfter > 0)) break
    }
    const state = tightestOf(states)
    return { allowed: state.retryAfter === 0, state }
  }

  return {
    take: (limits, cost = 1) => takeAll(limits, { cost, isLearned: false }),
    takeDeferred(limits) {
      if (!deferred().isRepeated(limits)) return takeAll(limits, { cost: 1, isLearned: false })
      const state = deferred().take(limits.map(withKey))
      return state ? { allowed: true, state } : takeAll(limits, { cost: 1, isLearned: true })
    },
  }
}

async function sendAll(redis: RedisClient, takes: Take[], clock: Clock): Promise<Taken[]> {
  const keys = takes.flatMap(({ limits }) => limits.map(({ key }) => key))
  const args = takes.map(({ cost, limits, isCharge = false }) => ({
    cost,
    rates: limits.map(({ rate }) => rate),
    isCharge,
  }))
  const [nowUs = 0, ...reply] = await takeScript(redis, keys, { takes: args }, clock)
  if (reply.length !== 2 * keys.length) throw new Error('The take script did not reply for every limit.')
  const numbers = reply.values()
  const next = () => numbers.next().value ?? 0
  return takes.map(({ limits }) => ({
    nowUs,
    states: limits.map(() => ({ tatUs: next(), allowed: next() === 1 })),
  }))
}
