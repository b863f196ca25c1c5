import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

const inflaters: Record<string, (firstByte: number) => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (firstByte) => (hasZlibHeader(firstByte) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
}

/** Decodes a Content-Encoding. Fails with UNSUPPORTED_MEDIA_TYPE for an unknown one, INVALID_PAYLOAD for corrupt data. */
export function inflate(source: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return source
  const inflater = Object.hasOwn(inflaters, name) ? inflaters[name] : undefined
  if (!inflater) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return inflateWith(source, inflater)
}

async function* inflateWith(
  source: AsyncIterable<Uint8Array>,
  inflater: (firstByte: number) => Transform,
): AsyncGenerator<Uint8Array> {
  const { firstByte, bytes } = await peek(source)
  const inflated = inflater(firstByte)
  // Errors of the source reach the loop below, and its early end reaches the source.
  pipeline(Readable.from(bytes), inflated, () => {})
  try {
    yield* inflated
  } catch (error) {
    throw isZlibError(error) ? new ServiceError('INVALID_PAYLOAD', { cause: error }) : error
  }
}

async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ firstByte: number; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let next = await iterator.next()
  while (!next.done && next.value.length === 0) next = await iterator.next()
  const first: Uint8Array = next.done ? new Uint8Array() : next.value

  async function* bytes() {
    yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { firstByte: first[0] ?? 0, bytes: bytes() }
}

/**
 * `deflate` means the zlib format (RFC 9110 section 8.4.1.2), but some senders omit its header. A zlib header has 8 in its low
 * four bits. In a raw stream these bits would be a stored block with non-zero padding, which encoders do not write.
 */
function hasZlibHeader(firstByte: number): boolean {
  return (firstByte & 0x0f) === 8
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:Z_|ERR__)/.test(String(error.code))
}
