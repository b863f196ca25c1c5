import { digestText } from '../tokens/secret-token.ts'
import { addressPrefix } from './address-prefix.ts'

/** Equal for requests of the same browser and network. A digest of few possible values: whoever reads it can find the address by trying all addresses. */
export function clientFingerprint({ address, userAgent }: { address: string; userAgent: string }): string {
  return digestText(`${addressPrefix(address)}\n${userAgent}`)
}
