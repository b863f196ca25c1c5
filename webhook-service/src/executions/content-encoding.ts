import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

const inflaters: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** What undoes a Content-Encoding; null when there is nothing to undo. Fails with UNSUPPORTED_MEDIA_TYPE (contract.md 8 row 13). */
export function inflaterFor(encoding: string): (() => Transform) | null {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return null
  const inflater = Object.hasOwn(inflaters, name) ? inflaters[name] : undefined
  if (!inflater) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return inflater
}
