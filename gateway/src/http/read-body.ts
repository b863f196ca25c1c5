import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readJson } from '@gatehouse/service-kit/json/read-json'

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i

/**
 * The value of a JSON body. An empty one is `{}` whatever its type; otherwise only application/json in UTF-8, not
 * compressed (contract.md 7 row 31, 8 row 13). Fails with UNSUPPORTED_MEDIA_TYPE or MALFORMED_JSON.
 */
export function bodyValue(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length === 0) return {}
  const encoding = headers['content-encoding']
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (!isPlain || !jsonType.test(headers['content-type'] ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return readJson(bytes)
}
