import { parseAddress } from '@gatehouse/service-kit/net/address-prefix'
import ipaddr from 'ipaddr.js'

/** Longer than any real chain of proxies. */
const maxHops = 32
/** Longer than any address with its port. */
const maxEntryLength = 64

export type TrustedProxies = (address: string) => boolean

export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const ranges = networks.map(parseNetwork)
  return (text) => {
    if (ranges.length === 0) return false
    const address = parseAddress(text)?.address
    return ranges.some(
      ([network, bits]) => network.kind() === address?.kind() && address.match(network, bits),
    )
  }
}

/**
 * The address of the socket, or the last one in `X-Forwarded-For` that is not a trusted proxy. An invalid
 * entry ends the search at the last known hop, so that a client cannot hide its address behind it.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = readHop(socketAddress ?? '') ?? '0.0.0.0'
  if (forwardedFor === undefined || !isTrusted(address)) return address
  for (const entry of forwardedFor.split(',').slice(-maxHops).reverse()) {
    const hop = readHop(entry)
    if (hop === null) return address
    address = hop
    if (!isTrusted(address)) return address
  }
  return address
}

function readHop(entry: string): string | null {
  if (entry.length > maxEntryLength) return null
  const text = withoutPort(entry.trim())
  // First, because ipaddr.js throws an error with a stack to find that an IPv6 address is no IPv4 address.
  if (text.includes(':')) return text.includes('%') ? null : (parseAddress(text)?.text ?? null)
  // Old notations such as "1" and "0x7f.1" are not accepted.
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? text : null
}

function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
