import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `text` is the canonical form, IPv4-mapped addresses as IPv4. */
export type ParsedAddress = { address: Address; text: string; path: readonly [string, string, string] }

const invalid = 'unknown'
/** Longer than any address with its zone. */
const maxLength = 64

/** ipaddr.js takes 100 us for what one request asks about an IPv6 address, and clients send many requests. */
const parsed = new LRUCache<string, ParsedAddress | typeof invalid>({ max: 5000, memoMethod: parse })

/** Null if the text is no address. */
export function parseAddress(text: string): ParsedAddress | null {
  const found = text.length > maxLength ? invalid : parsed.memo(text)
  return found === invalid ? null : found
}

/** The /64 of an IPv6 address. Invalid texts share one prefix, so that they cannot avoid a limit. */
export function addressPrefix(address: string): string {
  return parseAddress(address)?.path[2] ?? invalid
}

/** The network that most likely has one owner: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function addressNetwork(address: string): string {
  return parseAddress(address)?.path[1] ?? invalid
}

/** From the widest to the address: /16, /24 and address; of IPv6 /32, /48 and /64. */
export function addressPath(address: string): readonly string[] {
  return parseAddress(address)?.path ?? [invalid]
}

function parse(text: string): ParsedAddress | typeof invalid {
  if (!ipaddr.isValid(text)) return invalid
  const address = ipaddr.process(text)
  const canonical = address.toString()
  const path =
    address instanceof ipaddr.IPv4
      ? ([networkOf(address, 16), networkOf(address, 24), canonical] as const)
      : ([networkOf(address, 32), networkOf(address, 48), networkOf(address, 64)] as const)
  return { address, text: canonical, path }
}

function networkOf(address: Address, bits: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
}
