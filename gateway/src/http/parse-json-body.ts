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
  if (!isPlain || !isType('application/json', headers)) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return readJson(bytes)
}

/** The last value of a repeated field counts. */
export function parseJsonOrForm(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  const isForm =
    headers['content-encoding'] === undefined && isType('application/x-www-form-urlencoded', headers)
  return isForm ? Object.fromEntries(new URLSearchParams(bytes.toString())) : parseJsonBody(bytes, headers)
}

function isType(expected: string, headers: IncomingHttpHeaders): boolean {
  const { type, parameters } = parse(headers['content-type'] ?? '')
  return type === expected && (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8'
}
