import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Splits `host:port`; an IPv6 host is in brackets. */
export function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) }
}

/** The opposite of `splitAddress`. */
export function joinAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Whether a host can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback'
}

/** The gRPC target for one `host:port` or for several IP addresses of one family; null for other lists, which gRPC cannot resolve. */
export function grpcTarget(addresses: string): string | null {
  const list = addresses.split(',')
  if (list.length === 1) return addresses
  const [family, ...others] = new Set(list.map((address) => isIP(splitAddress(address).host)))
  return family && others.length === 0 ? `ipv${family}:${addresses}` : null
}
