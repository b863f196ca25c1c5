import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { maxJsonValues, tooManyJsonValues } from '@gatehouse/service-kit/json/read-json'
import { separatorCounter } from '@gatehouse/service-kit/json/separator-counter'
import { type Inflater, inflaterFor } from './content-encoding.ts'

type Terms = {
  maxBytes: number
  /** Content-Encoding as sent. */
  encoding: string
  /** Whether the body is JSON and not a form around it. */
  isJson: boolean
  /** Takes the bytes from what the process may hold; throws when they do not fit. */
  take: (bytes: number) => void
  /** Is given the bytes in order as they arrive, inflated. */
  onBytes: (bytes: Uint8Array) => void
}

/** A body in the pieces it came in, inflated. */
export type Body = { chunks: Uint8Array<ArrayBuffer>[]; size: number }

/**
 * Collects a body as it arrives. Stops with PAYLOAD_TOO_LARGE as soon as it is too large, before or after inflating, or has
 * too many JSON values.
 */
export async function collectBody(source: AsyncIterable<Uint8Array>, terms: Terms): Promise<Body> {
  const body: Body = { chunks: [], size: 0 }
  const assertFewValues = terms.isJson ? valueCheck(body) : () => {}
  const keep = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      body.size += chunk.length
      assertSize(body.size, terms.maxBytes)
      terms.take(chunk.length)
      terms.onBytes(chunk)
      // A copy is ours alone, so a thread can take it over; made piece by piece, it never holds the loop for long.
      body.chunks.push(new Uint8Array(chunk))
      assertFewValues()
    }
  }

  const inflater = inflaterFor(terms.encoding)
  if (inflater) await inflate(bounded(source, terms.maxBytes), inflater, keep)
  else await keep(source)
  return body
}

/** Looks at a body only from the size on at which it can have too many values. */
function valueCheck(body: Body): () => void {
  const countSeparators = separatorCounter()
  let checked = 0
  return () => {
    if (body.size <= maxJsonValues) return
    for (const chunk of body.chunks.slice(checked)) {
      checked += 1
      if (countSeparators(chunk) >= maxJsonValues) throw tooManyJsonValues(maxJsonValues)
    }
  }
}

async function inflate(
  source: AsyncIterable<Uint8Array>,
  inflater: Inflater,
  keep: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const { firstByte, bytes } = await startOf(source)
  try {
    await pipeline(Readable.from(bytes), inflater(firstByte), keep)
  } catch (error) {
    if (isZlibError(error)) throw new ServiceError('INVALID_PAYLOAD', { cause: error })
    throw error
  }
}

/** The first byte of a source, 0 when there is none, and all of its bytes. */
async function startOf(
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

async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    assertSize(size, maxBytes)
    yield chunk
  }
}

function assertSize(size: number, limit: number): void {
  if (size > limit) throw new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit } })
}

/** zlib's own codes, and those of brotli inside it. */
function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:Z_|ERR__)/.test(String(error.code))
}
