import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { buildEvent, type EventSource } from '../events/build-event.ts'
import { emitLua } from '../events/emit-lua.ts'
import { type EventOutbox, outboxOf } from '../events/event-outbox.ts'

export type WrongCodes = ReturnType<typeof wrongCodes>

const maxWrong = 5
const windowMs = 15 * 60_000
const cleanupMarginMs = 60_000

// ARGV: now, how many are free, ms they are remembered, ms to keep the key, event of the last free one. The wait counts from
// that one. Answers how many there were, and what was told.
const noteWrongCode = defineScript({
  name: 'noteWrongCode',
  keys: 2,
  lua: `${emitLua}
    local key, now, most, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local ends = tonumber(redis.call('HGET', key, 'ends') or 0)
    if now >= ends then redis.call('DEL', key) end
    local count = redis.call('HINCRBY', key, 'count', 1)
    if count == 1 or count == most then redis.call('HSET', key, 'ends', string.format('%.0f', now + window)) end
    redis.call('PEXPIRE', key, ARGV[4])
    if count == most then tell(ARGV[5]) end
    return { count, told }
  `,
})

type Options = {
  redis: RedisClient
  outbox: Pick<EventOutbox, 'publish'>
  prefix: string
  clock: Clock
  scale: number
}

/** How many wrong handoff codes an address may name: 5 in 15 minutes, then none for 15 (contract.md 7 row 29). */
export function wrongCodes({ redis, outbox, prefix, clock, scale }: Options) {
  const most = Math.max(1, Math.floor(maxWrong * scale))
  const keyOf = (address: string) => `${prefix}handoff-wrong:{${addressPrefix(address)}}`

  return {
    /** Whether this address has to wait. */
    async areSpent(address: string): Promise<boolean> {
      const [count, ends] = await redis.hmget(keyOf(address), 'count', 'ends')
      return Number(count ?? 0) >= most && clock.now() < Number(ends ?? 0)
    },

    /**
     * Counts one more: the address may go on, this was its last free one, or one too many, as guesses sent at once may be.
     */
    async note(address: string, act: EventSource): Promise<'free' | 'last' | 'tooMany'> {
      const key = keyOf(address)
      const event = buildEvent('handoff.throttled', act, { outcome: 'failed' })
      const args = [act.at, most, windowMs, windowMs + cleanupMarginMs, event]
      // As the script says.
      const [count, told] = (await noteWrongCode(redis, [key, outboxOf(key)], args)) as [number, string[]]
      outbox.publish(outboxOf(key), told)
      if (count === most) return 'last'
      return count < most ? 'free' : 'tooMany'
    },
  }
}
