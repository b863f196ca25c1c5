import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export function splitAddress(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) }
}

export function joinAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Also of the host of a URL, which has an IPv6 address in brackets. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Returns null for lists that gRPC cannot resolve: several names, or IP addresses of two families. */
export function grpcTarget(addresses: string): string | null {
  const list = addresses.split(',')
  if (list.length === 1) return addresses
  const [family, ...others] = new Set(list.map((address) => isIP(splitAddress(address).host)))
  return family && others.length === 0 ? `ipv${family}:${addresses}` : null
}
