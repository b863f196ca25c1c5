import type { FormatName } from '@gatehouse/proto/executions/formats'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { parse } from 'content-type'
import { ignoredPart, MultipartParser, malformed } from './multipart.ts'

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
 * Reads the fields of a multipart body as they arrive, at most `maxBytes` of them, with the names of its files and nothing else of them. Returns the message as JSON.
 * Fails with INVALID_FORM_BODY and PAYLOAD_TOO_LARGE.
 */
export async function readMultipart(
  data: AsyncIterable<Uint8Array>,
  contentType: string,
  maxBytes: number,
): Promise<Buffer> {
  const form: Form = { fields: new Map(), files: [] }
  let fields = 0
  let parts = 0
  let kept = 0
  const keep = (bytes: number) => {
    kept += bytes
    if (kept > maxBytes) throw new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit: maxBytes } })
  }
  const parser = new MultipartParser(contentType, ({ name, filename, charset }) => {
    const isField = filename === undefined
    // More would take too much time.
    if (++parts > maxParts || (isField && ++fields > maxFields)) throw malformed()
    // Some libraries send JSON as a part with a file name.
    if (!isField && !jsonFields.includes(name)) {
      keep(filename.length)
      form.files.push(filename)
      return ignoredPart
    }
    const chunks: Buffer[] = []
    return {
      write(chunk) {
        keep(chunk.length)
        chunks.push(chunk)
      },
      end() {
        if (!form.fields.has(name)) form.fields.set(name, decode(Buffer.concat(chunks), charset))
      },
    }
  })
  for await (const chunk of data) parser.write(chunk)
  parser.end()
  return messageJson(form)
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // The character set is unknown.
    throw malformed()
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
