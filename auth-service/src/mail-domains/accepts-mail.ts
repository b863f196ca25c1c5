import { Resolver } from 'node:dns/promises'
import { SettingsError } from '@gatehouse/service-kit/process/settings'

/** An MX record with a host, or no MX but an address (RFC 5321, section 5.1; RFC 7505). */
export function acceptsMail(servers: string | null, timeoutMs: number) {
  // Two attempts within the timeout, because a datagram can be lost.
  const openResolver = () => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (servers !== null) resolver.setServers(servers.split(','))
    return resolver
  }
  assertAddresses(openResolver)

  return async function acceptsMailFor(domain: string): Promise<boolean> {
    const resolver = openResolver()
    const { promise: timeUp, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('The DNS lookup timed out.')), timeoutMs)
    try {
      return await Promise.race([hasMailHost(resolver, domain), timeUp])
    } finally {
      clearTimeout(timer)
      resolver.cancel()
    }
  }
}

async function hasMailHost(resolver: Resolver, domain: string): Promise<boolean> {
  const exchanges = await recordsOf(resolver.resolveMx(domain))
  if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '')
  const ipv4 = await recordsOf(resolver.resolve4(domain))
  return ipv4.length > 0 || (await recordsOf(resolver.resolve6(domain))).length > 0
}

const noRecords = new Set<unknown>(['ENODATA', 'ENOTFOUND'])

/** Empty if the name or the record does not exist. Other failures are thrown. */
async function recordsOf<Record>(query: Promise<Record[]>): Promise<Record[]> {
  try {
    return await query
  } catch (error) {
    if (error instanceof Error && 'code' in error && noRecords.has(error.code)) return []
    throw error
  }
}

function assertAddresses(openResolver: () => Resolver): void {
  try {
    openResolver()
  } catch {
    throw new SettingsError(['GATEHOUSE_DNS_SERVERS must name its servers by IP address'])
  }
}
