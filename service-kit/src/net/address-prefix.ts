import ipaddr from 'ipaddr.js'

/**
 * What limits count an address as (contract.md 1, "Client address"): an IPv4 address, also one mapped into IPv6, as itself,
 * an IPv6 address as its /64, and everything that is no address as one and the same, so that garbage skips no limit.
 */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
