import ipaddr from 'ipaddr.js'

/** No real chain of proxies is longer. */
const maxHops = 32
/** Longer than any address with its port. */
const maxEntryLength = 64

/** Whether an address belongs to one of our own proxies. */
export type TrustedProxies = (address: string) => boolean

/** Compiles the list of networks whose `X-Forwarded-For` we believe. */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const ranges = networks.map(parseNetwork)
  return (text) => {
    if (ranges.length === 0) return false
    const address = ipaddr.process(text)
    return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  }
}

/**
 * Who the client is: the socket's address, or what our own proxies say it is, read from the right (contract.md 1,
 * "Client address"). An entry that is no address ends the walk at the last hop we know, so garbage skips no check.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = parseAddress(socketAddress ?? '') ?? '0.0.0.0'
  if (forwardedFor === undefined || !isTrusted(address)) return address
  for (const entry of forwardedFor.split(',').slice(-maxHops).reverse()) {
    const hop = parseAddress(entry)
    if (hop === null) return address
    address = hop
    if (!isTrusted(address)) return address
  }
  return address
}

function parseAddress(entry: string): string | null {
  if (entry.length > maxEntryLength) return null
  const text = withoutPort(entry.trim())
  // Four parts only: "1" and "0x7f.1" are addresses to old resolvers, and to nobody who writes this header.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.process(text).toString() : null
}

function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
