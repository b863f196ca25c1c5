import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { emptyResponse, type HttpResponse } from './http-response.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { content: Buffer; etag: string }

export type Asset = (headers: IncomingHttpHeaders) => Promise<HttpResponse>

const preferred: Encoding[] = ['br', 'gzip', 'identity']
// Level 11 takes seconds for a bundle and saves only another 10 %.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** A static file, read and compressed at its first request. All responses share one buffer per encoding. */
export function asset(
  type: string,
  read: () => Promise<Buffer | string> | Buffer | string,
  headers: readonly string[] = [],
): Asset {
  return encodedAsset(type, headers, async (encoding) => compress(Buffer.from(await read()), encoding))
}

/** The same for a file that is stored with brotli. */
export function brotliAsset(type: string, read: () => Promise<Buffer>): Asset {
  return encodedAsset(type, [], async (encoding) => {
    const stored = await read()
    return encoding === 'br' ? stored : compress(await promisify(brotliDecompress)(stored), encoding)
  })
}

function encodedAsset(
  type: string,
  headers: readonly string[],
  encode: (encoding: Encoding) => Promise<Buffer>,
): Asset {
  const variants = new Map<Encoding, Promise<Variant>>()

  return async (requestHeaders) => {
    const encoding = encodingFor(requestHeaders)
    const variant = variants.get(encoding) ?? encode(encoding).then((content) => variantOf(content, encoding))
    variants.set(encoding, variant)
    // A failed read, for example without a free file descriptor, is retried at the next request.
    variant.catch(() => variants.delete(encoding))
    const { content, etag } = await variant
    const common = ['ETag', etag, ...headers]
    if (!headers.includes('Cache-Control')) common.push('Cache-Control', 'public, max-age=300')
    if (!headers.includes('Vary')) common.push('Vary', 'Accept-Encoding')
    // fresh() would also apply Cache-Control of the request, which is for caches.
    const known = { 'if-none-match': requestHeaders['if-none-match'] }
    if (fresh(known, { etag })) return emptyResponse(common, 304)
    const encoded = encoding === 'identity' ? common : [...common, 'Content-Encoding', encoding]
    return { status: 200, type, body: content, headers: encoded }
  }
}

function encodingFor(headers: IncomingHttpHeaders): Encoding {
  const accepted = new Negotiator({ headers }).encodings(preferred)
  // RFC 9110, section 12.5.3, allows identity even if the client rejects it.
  return preferred.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

function variantOf(content: Buffer, encoding: Encoding): Variant {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  // Each encoding is a representation of its own and needs its own strong ETag (RFC 9110, section 8.8.3.3).
  return { content, etag: `"${hash}-${encoding}"` }
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(plain, brotliOptions)
  return encoding === 'gzip' ? promisify(gzip)(plain) : plain
}
