import ipaddr from 'ipaddr.js'

/** The /64 of an IPv6 address. Invalid texts share one prefix, so that they cannot avoid a limit. */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return networkOf(parsed, 64)
}

/** The network that most likely has one owner: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function addressNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return networkOf(parsed, parsed instanceof ipaddr.IPv4 ? 24 : 48)
}

/** From the widest to the address: /16, /24 and address; of IPv6 /32, /48 and /64. */
export function addressPath(address: string): string[] {
  if (!ipaddr.isValid(address)) return ['unknown']
  const parsed = ipaddr.process(address)
  const wide = networkOf(parsed, parsed instanceof ipaddr.IPv4 ? 16 : 32)
  return [wide, addressNetwork(address), addressPrefix(address)]
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
}
