import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { LRUCache } from 'lru-cache'
import { acceptsMail } from './accepts-mail.ts'

type Options = {
  enabled: boolean
  servers: string | null
  clock: Clock
  log: Logger
  timeoutMs?: number
}

const maxDomains = 10_000
const ttlMs = { receiving: 30 * 60_000, notReceiving: 5 * 60_000 }

export type MailDomains = ReturnType<typeof mailDomains>

/** A domain is accepted if DNS does not answer: a failing server must not prevent registrations. */
export function mailDomains({ enabled, servers, clock, log, timeoutMs = 2000 }: Options) {
  const lookUpMailHost = acceptsMail(servers, timeoutMs)
  const known = new LRUCache<string, boolean>({
    max: maxDomains,
    ttl: ttlMs.receiving,
    ttlResolution: 0,
    perf: clock,
  })
  let isAvailable = true

  const lookUp = async (domain: string): Promise<boolean> => {
    const receives = await lookUpMailHost(domain)
    known.set(domain, receives, { ttl: receives ? ttlMs.receiving : ttlMs.notReceiving })
    return receives
  }

  return {
    async canReceive(domain: string): Promise<boolean> {
      if (!enabled) return true
      try {
        const receives = known.get(domain) ?? (await lookUp(domain))
        isAvailable = true
        return receives
      } catch (error) {
        // Logged once per outage, because anybody can use a domain with failing name servers; without the
        // error, which names it.
        const reason = error instanceof Error && 'code' in error ? error.code : 'took too long'
        if (isAvailable)
          log.warn(
            { event: 'dns.unavailable', reason },
            'mail domain lookup failed; accepting the email without it',
          )
        isAvailable = false
        return true
      }
    },
  }
}
