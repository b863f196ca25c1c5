import ipaddr from 'ipaddr.js'

/**
 * What limits count an address as (contract.md 1, "Client address"): an IPv4 address, also one mapped into IPv6, as itself,
 * an IPv6 address as its /64, and everything that is no address as one and the same, so that garbage skips no limit.
 */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return networkOf(parsed, 64)
}

/** The network that an address most likely shares with others of the same owner: /24 of IPv4, /48 of IPv6. */
export function addressNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return networkOf(parsed, parsed instanceof ipaddr.IPv4 ? 24 : 48)
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
}
