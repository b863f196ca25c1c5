import { digestText } from '../tokens/secret-token.ts'
import { addressPrefix } from './address-prefix.ts'

/** Tells whether two requests come from the same browser and network. It keeps no address, but can be found by trying all. */
export function clientFingerprint({ address, userAgent }: { address: string; userAgent: string }): string {
  return digestText(`${addressPrefix(address)}\n${userAgent}`)
}
