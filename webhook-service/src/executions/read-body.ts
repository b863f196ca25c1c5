import { maxMultipartBytes } from '@gatehouse/proto/executions/formats'
import type { ExecuteHead } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { maxJsonValues, tooManyJsonValues } from '@gatehouse/service-kit/json/read-json'
import { separatorCounter } from '@gatehouse/service-kit/json/separator-counter'
import { releaseBytes } from '@gatehouse/service-kit/limits/body-chunks'
import { bodySyntaxOf } from '../formats/read-payload.ts'
import { bodyError } from './body-error.ts'
import type { FormatRules } from './formats.ts'
import { inflate } from './inflate.ts'
import { type MessageForm, messageFormOf, readMultipart, readUrlEncoded } from './read-form.ts'

type Part<Head> = {
  part?:
    | { $case: 'head'; value: Head }
    | { $case: 'data'; value: Uint8Array }
    | { $case: 'end'; value: boolean }
    | undefined
}

export type ReadBodyOptions = {
  head: Pick<ExecuteHead, 'contentType' | 'contentEncoding'>
  format: Pick<FormatRules, 'name' | 'maxBytes'>
  /** Reserves memory; throws if the budget is exhausted. */
  reserve: (bytes: number) => void
}

export type Body = { chunks: Uint8Array<ArrayBuffer>[]; size: number }

/** `contentType`: of the bytes, which are JSON where a form was sent. */
export type TypedBody = Body & { contentType: string }

/** Splits the request stream into its head and the bytes of the body. Fails with INVALID_FORM_BODY without a head. */
export async function readHead<Head>(
  requests: AsyncIterable<Part<Head>>,
): Promise<{ head: Head; data: AsyncIterable<Uint8Array> }> {
  const iterator = requests[Symbol.asyncIterator]()
  const { value: first, done } = await iterator.next()
  if (done || first.part?.$case !== 'head') throw malformedStream()
  return { head: first.part.value, data: dataOf(iterator) }
}

async function* dataOf(iterator: AsyncIterator<Part<unknown>>): AsyncGenerator<Uint8Array> {
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const { part } = next.value
    if (part?.$case === 'head') throw malformedStream()
    if (part?.$case === 'end') return
    if (part) yield part.value
  }
  // The stream ended without `end`, so the body may be incomplete. A caller that has disconnected does not see this error.
  throw new ServiceError('REQUEST_TIMEOUT', { message: 'The body was cut off.' })
}

function malformedStream(): ServiceError {
  return new ServiceError('INVALID_FORM_BODY', {
    message: 'Send one head, then the data of the body, then the end.',
  })
}

/**
 * Reads and inflates a body. Stops with PAYLOAD_TOO_LARGE as soon as it has too many bytes, before or after inflating, or too
 * many JSON values. An unsupported type or encoding is rejected before the body is read.
 */
export async function readBody(
  data: AsyncIterable<Uint8Array>,
  options: ReadBodyOptions,
): Promise<TypedBody> {
  const { head, format } = options
  const body: TypedBody = { chunks: [], size: 0, contentType: head.contentType }
  try {
    const form = messageFormOf(format.name, head.contentType)
    if (form) return await readForm(form, data, options)
    const isJson = bodySyntaxOf(head.contentType) === 'json'
    const assertFewValues = isJson ? valueCheck(body) : () => {}
    const inflated = inflate(limitSize(data, format.maxBytes), head.contentEncoding)
    for await (const chunk of limitSize(inflated, format.maxBytes)) {
      options.reserve(chunk.length)
      // A copy owns its buffer, which can be transferred to the render thread without blocking the event loop again.
      body.chunks.push(new Uint8Array(chunk))
      body.size += chunk.length
      assertFewValues()
    }
    return body
  } catch (error) {
    releaseBytes(body.chunks)
    throw bodyError(format.name, error)
  }
}

/** The same for bytes that arrived together. */
export async function readWhole(bytes: Uint8Array, options: ReadBodyOptions): Promise<TypedBody> {
  const { head, format, reserve } = options
  const isReadInParts =
    head.contentEncoding !== '' ||
    bytes.length > maxJsonValues ||
    messageFormOf(format.name, head.contentType) !== undefined
  if (isReadInParts) return readBody(onlyChunk(bytes), options)
  try {
    bodySyntaxOf(head.contentType)
    if (bytes.length > format.maxBytes) throw tooLarge(format.maxBytes)
    reserve(bytes.length)
    return { chunks: [new Uint8Array(bytes)], size: bytes.length, contentType: head.contentType }
  } catch (error) {
    throw bodyError(format.name, error)
  }
}

/** A form becomes JSON, so that it is rendered, stored and replayed as such. */
async function readForm(
  form: MessageForm,
  data: AsyncIterable<Uint8Array>,
  { head, format, reserve }: ReadBodyOptions,
): Promise<TypedBody> {
  const isMultipart = form === 'multipart/form-data'
  const maxBytes = isMultipart ? maxMultipartBytes : format.maxBytes
  const inflated = inflate(limitSize(data, maxBytes), head.contentEncoding)
  const bounded = limitSize(inflated, maxBytes)
  // What is kept is reserved before it arrives.
  reserve(format.maxBytes)
  const json = isMultipart
    ? await readMultipart(bounded, head.contentType, format.maxBytes)
    : readUrlEncoded(await collect(bounded))
  return { chunks: [new Uint8Array(json)], size: json.length, contentType: 'application/json' }
}

async function collect(data: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of data) chunks.push(new Uint8Array(chunk))
  return Buffer.concat(chunks)
}

async function* onlyChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit } })
}

async function* limitSize(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** Scans a body only once it is large enough to contain too many values. */
function valueCheck(body: Body): () => void {
  const countSeparators = separatorCounter()
  let scanned = 0
  return () => {
    if (body.size <= maxJsonValues) return
    for (const chunk of body.chunks.slice(scanned)) {
      scanned += 1
      if (countSeparators(chunk) >= maxJsonValues) throw tooManyJsonValues(maxJsonValues)
    }
  }
}
