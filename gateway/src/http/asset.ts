import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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
  const available = type.startsWith('image/') ? ['identity' as const] : preferred
  const variants = new Map<Encoding, Promise<Variant>>()

  return async (requestHeaders) => {
    const encoding = encodingFor(requestHeaders, available)
    const variant = variants.get(encoding) ?? encode(read, encoding)
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

function encodingFor(headers: IncomingHttpHeaders, available: Encoding[]): Encoding {
  const accepted = new Negotiator({ headers }).encodings(available)
  // RFC 9110, section 12.5.3, allows identity even if the client rejects it.
  return available.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

async function encode(read: Parameters<typeof asset>[1], encoding: Encoding): Promise<Variant> {
  const plain = Buffer.from(await read())
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Each encoding is a representation of its own and needs its own strong ETag (RFC 9110, section 8.8.3.3).
  return { content: await compress(plain, encoding), etag: `"${hash}-${encoding}"` }
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(plain, brotliOptions)
  return encoding === 'gzip' ? promisify(gzip)(plain) : plain
}
