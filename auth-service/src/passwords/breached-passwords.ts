import { createHash } from 'node:crypto'
import { counter } from '@gatehouse/service-kit/metrics/metric'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { LRUCache } from 'lru-cache'
import { fetchRange, rangeEntry } from './fetch-range.ts'

type Options = {
  url: string | null
  clock: Clock
  log: Logger
  timeoutMs?: number
}

export const breachLookups = counter({
  labelNames: ['outcome'],
  name: 'gatehouse_breached_password_lookups_total',
  help: 'New passwords looked up at the range service, by `outcome`: `breached`, `clean`, or `failed` (no answer; the password was accepted).',
})

const maxRanges = 1000
const rangeTtlMs = 60 * 60_000
const prefixLength = 5

/**
 * Looks up breached passwords at a range service by k-anonymity: it receives the first five hex digits of a
 * SHA-1. Without a response a password is accepted, since common passwords are rejected without the service.
 */
export function breachedPasswords({ url, clock, log, timeoutMs = 2000 }: Options) {
  // Caches ranges instead of results, so that nothing derived from a whole password stays in memory.
  const ranges = new LRUCache<string, BigUint64Array>({
    max: maxRanges,
    ttl: rangeTtlMs,
    ttlResolution: 0,
    perf: clock,
    fetchMethod: (prefix) => fetchRange(`${url?.replace(/\/$/, '')}/${prefix}`, timeoutMs),
  })
  let isAvailable = true

  const isBreached = async (password: string): Promise<boolean> => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const range = await ranges.fetch(digest.slice(0, prefixLength))
    return range?.includes(rangeEntry(digest.slice(prefixLength))) ?? false
  }

  return {
    /** Whether a password is in the list; also false if the service does not answer. */
    async has(password: string): Promise<boolean> {
      if (url === null) return false
      try {
        const breached = await isBreached(password)
        isAvailable = true
        breachLookups.inc({ outcome: breached ? 'breached' : 'clean' })
        return breached
      } catch (err) {
        breachLookups.inc({ outcome: 'failed' })
        // Logged once per outage, without the URL: it contains the prefix of the digest.
        if (isAvailable)
          log.warn(
            { event: 'breached_passwords.unavailable', err },
            'breached password lookup failed; accepting passwords without it',
          )
        isAvailable = false
        return false
      }
    },
  }
}

export type BreachedPasswords = ReturnType<typeof breachedPasswords>
