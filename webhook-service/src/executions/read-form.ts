import { once } from 'node:events'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FormatName } from '@gatehouse/proto/executions/formats'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { parse } from 'content-type'

export type MessageForm = 'multipart/form-data' | 'application/x-www-form-urlencoded'

type Form = { fields: Map<string, string>; files: string[] }

const maxFields = 100
const maxParts = 1000
/** Fields with the name that they have in JSON. */
const messageFields = ['content', 'username', 'avatar_url', 'flags']
/** Fields that contain the message as JSON. */
const jsonFields = ['payload_json', 'payload']

/** The type of a form that contains a native message; other formats have forms of their own. */
export function messageFormOf(format: FormatName, contentType: string): MessageForm | undefined {
  if (format !== 'native' || contentType === '') return undefined
  const { type } = parse(contentType, { parameters: false })
  return type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded' ? type : undefined
}

/**
 * Reads the fields of a multipart body as they arrive, at most `maxBytes` of them, and of its files the names alone. Returns the message as JSON.
 * Fails with INVALID_FORM_BODY and PAYLOAD_TOO_LARGE.
 */
export async function readMultipart(
  data: AsyncIterable<Uint8Array>,
  contentType: string,
  maxBytes: number,
): Promise<Buffer> {
  const form: Form = { fields: new Map(), files: [] }
  const parser = openParser(contentType, maxBytes)
  let kept = 0
  let failure: unknown
  const keep = (name: string, value: string, isTruncated: boolean) => {
    kept += Buffer.byteLength(value)
    if (isTruncated || kept > maxBytes)
      failure ??= new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit: maxBytes } })
    else if (!form.fields.has(name)) form.fields.set(name, value)
  }
  parser.on('field', (name: string, value: string, _: boolean, isTruncated: boolean) =>
    keep(name, value, isTruncated),
  )
  parser.on('file', (name: string, stream: BusboyFileStream, filename = '') => {
    if (!jsonFields.includes(name)) {
      form.files.push(filename)
      stream.resume()
      return
    }
    // Some libraries send JSON as a part with a file name.
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      kept += chunk.length
      if (kept <= maxBytes) chunks.push(chunk)
    })
    stream.on('end', () => {
      kept -= Buffer.concat(chunks).length
      keep(name, Buffer.concat(chunks).toString('utf8'), kept > maxBytes)
    })
  })
  // Too many parts would take too much time.
  for (const event of ['error', 'partsLimit', 'fieldsLimit'])
    parser.on(event, () => {
      failure ??= invalidFields({ root: 'INVALID_FORMAT' })
    })
  const finished = new Promise<void>((resolve) =>
    parser.once('finish', resolve).once('error', () => resolve()),
  )
  for await (const chunk of data) {
    if (failure) throw failure
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), finished])
  }
  parser.end()
  await finished
  if (failure) throw failure
  return messageJson(form)
}

function openParser(contentType: string, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: maxBytes, fieldNameSize: 200, fields: maxFields, parts: maxParts },
    })
  } catch {
    // There is no boundary.
    throw invalidFields({ root: 'INVALID_FORMAT' })
  }
}

/** The message of a form as JSON; the body itself if it is JSON, which some senders post with the type of a form. */
export function readUrlEncoded(body: Buffer): Buffer {
  const text = body.toString('utf8')
  if (text.trimStart().startsWith('{')) return body
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) if (!fields.has(name)) fields.set(name, value)
  return messageJson({ fields, files: [] })
}

/**
 * JSON of the fields, then the JSON that the form contains, whose keys win, then the names of the files. The texts are joined, since parsed
 * numbers of 64 bits could not be written again.
 */
function messageJson({ fields, files }: Form): Buffer {
  const json = jsonFields
    .map((name) => fields.get(name))
    .find((value) => value !== undefined && value.trim() !== '')
  const named = messageFields.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : []))
  if (json === undefined && named.length === 0 && files.length === 0)
    throw invalidFields({ payload_json: 'REQUIRED' })
  const text = json?.replace(/^\ufeff/, '').trim() ?? '{}'
  // What is no object is rejected with its position when it is parsed.
  if (!text.startsWith('{') || !text.endsWith('}')) return Buffer.from(text)
  const attachments = files.map((filename) => ({ filename }))
  const parts = [
    JSON.stringify(Object.fromEntries(named)),
    text,
    JSON.stringify(attachments.length > 0 ? { attachments } : {}),
  ].map((part) => part.slice(1, -1).trim())
  return Buffer.from(`{${parts.filter(Boolean).join(',')}}`)
}
