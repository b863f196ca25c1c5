import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

/** Makes what undoes an encoding, for a body that starts with this byte. */
export type Inflater = (firstByte: number) => Transform

const inflaters: Record<string, Inflater> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (firstByte) => (hasZlibHeader(firstByte) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
}

/** What undoes a Content-Encoding; null when there is nothing to undo. Fails with UNSUPPORTED_MEDIA_TYPE (contract.md 8 row 13). */
export function inflaterFor(encoding: string): Inflater | null {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return null
  const inflater = Object.hasOwn(inflaters, name) ? inflaters[name] : undefined
  if (!inflater) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return inflater
}

/**
 * `deflate` means the zlib format (RFC 9110 8.4.1.2), but some senders leave its header out, and like browsers we take
 * both. No raw stream starts with the header's 8 in its low bits: it would be a stored block with odd padding.
 */
function hasZlibHeader(firstByte: number): boolean {
  return (firstByte & 0x0f) === 8
}
