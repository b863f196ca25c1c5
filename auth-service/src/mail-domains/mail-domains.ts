import type { Logger } from '@gatehouse/service-kit/process/log'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { LRUCache } from 'lru-cache'
import { acceptsMail } from './accepts-mail.ts'

type Options = {
  /** Whether anything is asked; without, every domain passes. */
  isOn: boolean
  /** `address:port` of the DNS servers to ask; null: those of the system. */
  servers: string | null
  clock: Clock
  log: Logger
  /** How long one domain may take in all, in milliseconds. */
  timeoutMs?: number
}

const maxDomains = 10_000
/** reference-api.md 4.1. */
const lastsMs = { receiving: 30 * 60_000, notReceiving: 5 * 60_000 }

export type MailDomains = ReturnType<typeof mailDomains>

/**
 * Which domains can receive mail, as DNS tells. What DNS cannot say just now passes and is not remembered, since a name server
 * that is away must keep nobody from registering. Throws a SettingsError for servers that are no addresses.
 */
export function mailDomains({ isOn, servers, clock, log, timeoutMs = 2000 }: Options) {
  const ask = acceptsMail(servers, timeoutMs)
  const known = new LRUCache<string, boolean>({
    max: maxDomains,
    ttl: lastsMs.receiving,
    ttlResolution: 0,
    perf: clock,
  })
  let isAnswering = true

  const lookUp = async (domain: string): Promise<boolean> => {
    const receives = await ask(domain)
    known.set(domain, receives, { ttl: receives ? lastsMs.receiving : lastsMs.notReceiving })
    return receives
  }

  return {
    /** False only when DNS says that no mail can be sent there; `domain` is in A-labels. */
    async canReceive(domain: string): Promise<boolean> {
      if (!isOn) return true
      try {
        const receives = known.get(domain) ?? (await lookUp(domain))
        isAnswering = true
        return receives
      } catch (error) {
        // One line an outage: anybody can register with a domain whose own name servers fail. The error names the domain.
        const reason = error instanceof Error && 'code' in error ? error.code : 'took too long'
        if (isAnswering)
          log.warn({ event: 'dns_unavailable', reason }, 'the domain of an email cannot be looked up')
        isAnswering = false
        return true
      }
    },
  }
}
