import { createHash } from 'node:crypto'
import { counter } from '@gatehouse/service-kit/metrics/metric'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { LRUCache } from 'lru-cache'
import { fetchRange, rangeEntry } from './fetch-range.ts'

type Options = {
  /** Base URL of the range endpoint; null: nothing is asked and nothing is breached. */
  url: string | null
  clock: Clock
  log: Logger
  /** How long one answer may take in all, in milliseconds (contract.md 3). */
  timeoutMs?: number
}

/** What asking the range service came to. */
export const breachLookups = counter({
  labelNames: ['outcome'],
  name: 'gatehouse_breached_password_lookups_total',
  help: 'New passwords held against the range service, by `outcome`: `breached`, `clean`, or `failed` when the service gave no answer and the password was let pass.',
})

const maxRanges = 1000
const rangeLastsMs = 60 * 60_000
const prefixLength = 5

/**
 * Known breached passwords, asked of a range service by k-anonymity: it learns the first five hex digits of a SHA-1. Fails
 * open: without an answer a password passes, since the common ones are refused here anyway (contract.md 3).
 */
export function breachedPasswords({ url, clock, log, timeoutMs = 2000 }: Options) {
  // Ranges are kept rather than verdicts, so that nothing made of anybody's password stays in memory.
  const ranges = new LRUCache<string, BigUint64Array>({
    max: maxRanges,
    ttl: rangeLastsMs,
    ttlResolution: 0,
    perf: clock,
    fetchMethod: (prefix) => fetchRange(`${url?.replace(/\/$/, '')}/${prefix}`, timeoutMs),
  })
  let isAnswering = true

  const isBreached = async (password: string): Promise<boolean> => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const range = await ranges.fetch(digest.slice(0, prefixLength))
    return range?.includes(rangeEntry(digest.slice(prefixLength))) ?? false
  }

  return {
    /** Whether a password is in the list; false too when that cannot be told. */
    async has(password: string): Promise<boolean> {
      if (url === null) return false
      try {
        const breached = await isBreached(password)
        isAnswering = true
        breachLookups.inc({ outcome: breached ? 'breached' : 'clean' })
        return breached
      } catch (err) {
        breachLookups.inc({ outcome: 'failed' })
        // One line an outage: neither the prefix nor a flood of them belongs in a log.
        if (isAnswering)
          log.warn({ event: 'breached_list_away', err }, 'breached passwords cannot be looked up')
        isAnswering = false
        return false
      }
    },
  }
}

export type BreachedPasswords = ReturnType<typeof breachedPasswords>
