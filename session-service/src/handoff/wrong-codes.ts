import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'

export type WrongCodes = ReturnType<typeof wrongCodes>

const mostWrong = 5
const windowMs = 15 * 60_000
const cleanupMarginMs = 60_000

// ARGV: now, how many are free, ms they are remembered, ms to keep the key. The wait counts from the last free one. Answers
// how many there were.
const noteWrongCode = defineScript({
  name: 'noteWrongCode',
  keys: 1,
  lua: `
    local key, now, most, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local ends = tonumber(redis.call('HGET', key, 'ends') or 0)
    if now >= ends then redis.call('DEL', key) end
    local count = redis.call('HINCRBY', key, 'count', 1)
    if count == 1 or count == most then redis.call('HSET', key, 'ends', string.format('%.0f', now + window)) end
    redis.call('PEXPIRE', key, ARGV[4])
    return count
  `,
})

type Options = { redis: RedisClient; prefix: string; clock: Clock; scale: number }

/** How many wrong handoff codes an address may name: 5 in 15 minutes, then none for 15 (contract.md 7 row 29). */
export function wrongCodes({ redis, prefix, clock, scale }: Options) {
  const most = Math.max(1, Math.floor(mostWrong * scale))
  const keyOf = (address: string) => `${prefix}handoff-wrong:{${addressPrefix(address)}}`

  return {
    /** Whether this address has to wait. */
    async areSpent(address: string): Promise<boolean> {
      const [count, ends] = await redis.hmget(keyOf(address), 'count', 'ends')
      return Number(count ?? 0) >= most && clock.now() < Number(ends ?? 0)
    },

    /** Counts one more; false when it came after the last free one, as guesses sent at once may. */
    async note(address: string): Promise<boolean> {
      const args = [clock.now(), most, windowMs, windowMs + cleanupMarginMs]
      return Number(await noteWrongCode(redis, [keyOf(address)], args)) <= most
    },
  }
}
