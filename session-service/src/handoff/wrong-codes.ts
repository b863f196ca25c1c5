import { wideFactor } from '@gatehouse/service-kit/limits/address-limits'
import { addressNetwork, addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineTimedScript } from '@gatehouse/service-kit/storage/timed-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { z } from 'zod'
import { buildEvent, type EventContext } from '../events/build-event.ts'
import { emitLua } from '../events/emit-lua.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'

export type WrongCodes = ReturnType<typeof wrongCodes>

const maxWrong = 5
const windowMs = 15 * 60_000
const cleanupMarginMs = 60_000

type RecordArgs = {
  windowMs: number
  keyTtlMs: number
  max: number
  networkMax: number
  event: string
}

/**
 * A count that reaches its maximum restarts the window, which is the wait. Excess guesses of an address do
 * not count for the network.
 */
const recordWrongCode = defineTimedScript<
  RecordArgs,
  [ofAddress: number, ofNetwork: number, emitted: string[]]
>({
  name: 'recordWrongCode',
  keys: 3,
  lua: `${emitLua}
    local function record(key, max)
      local ends = sane(tonumber(redis.call('HGET', key, 'ends') or 0), args.windowMs)
      if now >= ends then redis.call('DEL', key) end
      local count = redis.call('HINCRBY', key, 'count', 1)
      if count == 1 or count == max then
        redis.call('HSET', key, 'ends', string.format('%.0f', now + args.windowMs))
      end
      redis.call('PEXPIRE', key, args.keyTtlMs)
      return count
    end

    local ofAddress = record(KEYS[1], args.max)
    if ofAddress > args.max then return { ofAddress, 0, emitted } end
    local ofNetwork = record(KEYS[3], args.networkMax)
    if ofAddress == args.max or ofNetwork == args.networkMax then emit(args.event) end
    return { ofAddress, ofNetwork, emitted }
  `,
  reply: z.tuple([z.number(), z.number(), z.array(z.string())]),
})

/** 1 if one of the counts is at its maximum and its window is not over. */
const isWrongCodeLimited = defineTimedScript<{ maxima: number[]; windowMs: number }, number>({
  name: 'isWrongCodeLimited',
  keys: 2,
  lua: `
    for i, max in ipairs(args.maxima) do
      local stored = redis.call('HMGET', KEYS[i], 'count', 'ends')
      local ends = sane(tonumber(stored[2] or 0), args.windowMs)
      if tonumber(stored[1] or 0) >= max and now < ends then return 1 end
    end
    return 0
  `,
  reply: z.number(),
})

type Options = {
  redis: RedisClient
  outbox: Pick<EventOutbox, 'publish'>
  prefix: string
  clock: Clock
  scale: number
}

/** The network of an address gets ten times as many, since an attacker may own a whole /48. */
export function wrongCodes({ redis, outbox, prefix, clock, scale }: Options) {
  const max = Math.max(1, Math.floor(maxWrong * scale))
  const networkMax = max * wideFactor

  function keysOf(address: string): { ofAddress: string; outbox: string; ofNetwork: string } {
    const ofNetwork = `${prefix}handoff-wrong:{${addressNetwork(address)}}`
    const ofAddress = `${ofNetwork}:${addressPrefix(address)}`
    return { ofAddress, outbox: outboxOf(ofAddress), ofNetwork }
  }

  return {
    async isThrottled(address: string): Promise<boolean> {
      const { ofAddress, ofNetwork } = keysOf(address)
      const args = { maxima: [max, networkMax], windowMs }
      return (await isWrongCodeLimited(redis, [ofAddress, ofNetwork], args, clock)) === 1
    },

    /** `isLast`: it was the last free one. `isExcess`: it was in flight when the last one was counted. */
    async record(address: string, context: EventContext): Promise<{ isLast: boolean; isExcess: boolean }> {
      const keys = keysOf(address)
      const [ofAddress, ofNetwork, emitted] = await recordWrongCode(
        redis,
        [keys.ofAddress, keys.outbox, keys.ofNetwork],
        {
          windowMs,
          keyTtlMs: windowMs + cleanupMarginMs,
          max,
          networkMax,
          event: buildEvent('handoff.throttled', context, { outcome: 'failed' }),
        },
        clock,
      )
      outbox.publish(keys.outbox, emitted)
      return { isLast: emitted.length > 0, isExcess: ofAddress > max || ofNetwork > networkMax }
    },
  }
}
