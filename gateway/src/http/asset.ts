import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { emptyReply, type Reply } from './reply.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { content: Buffer; etag: string }

/** A file that is the same for everybody. */
export type Asset = (headers: IncomingHttpHeaders) => Promise<Reply>

const preferred: Encoding[] = ['br', 'gzip', 'identity']
// Level 11 takes seconds for a bundle and saves another tenth.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** An asset that is read and compressed at its first request. All answers share one buffer per encoding. */
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
    // A file that could not be read once, for want of a file descriptor, is read again.
    variant.catch(() => variants.delete(encoding))
    const { content, etag } = await variant
    const common = [
      'Cache-Control',
      'public, max-age=300',
      'ETag',
      etag,
      'Vary',
      'Accept-Encoding',
      ...headers,
    ]
    // Cache-Control of a request is for caches on the way.
    const known = { 'if-none-match': requestHeaders['if-none-match'] }
    if (fresh(known, { etag })) return emptyReply(common, 304)
    const encoded = encoding === 'identity' ? common : [...common, 'Content-Encoding', encoding]
    return { status: 200, type, body: content, headers: encoded }
  }
}

function encodingFor(headers: IncomingHttpHeaders, available: Encoding[]): Encoding {
  const accepted = new Negotiator({ headers }).encodings(available)
  // A client that refuses even identity is sent it all the same (RFC 9110 12.5.3 allows that).
  return available.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

async function encode(read: Parameters<typeof asset>[1], encoding: Encoding): Promise<Variant> {
  const plain = Buffer.from(await read())
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Another encoding is another representation, and a strong ETag names one (RFC 9110 8.8.3.3).
  return { content: await compress(plain, encoding), etag: `"${hash}-${encoding}"` }
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return promisify(brotliCompress)(plain, brotliOptions)
  return encoding === 'gzip' ? promisify(gzip)(plain) : plain
}
