import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readJson } from '@gatehouse/service-kit/json/read-json'
import { parse } from 'content-type'

/**
 * Parses a JSON body. An empty body is `{}`, whatever its content type. Otherwise only uncompressed
 * application/json in UTF-8 is accepted. Throws UNSUPPORTED_MEDIA_TYPE or MALFORMED_JSON.
 */
export function parseJsonBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length === 0) return {}
  const encoding = headers['content-encoding']
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  if (!isPlain || !isJson(headers['content-type'] ?? '')) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return readJson(bytes)
}

function isJson(contentType: string): boolean {
  const { type, parameters } = parse(contentType)
  return type === 'application/json' && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8'
}
