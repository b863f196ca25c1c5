import { isUtf8 } from 'node:buffer'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type ReadJsonOptions, readJson } from '@gatehouse/service-kit/json/read-json'
import { parse } from 'content-type'
import { isPayload, type Payload } from './payload.ts'
import { removeTerminalSequences } from './text/terminal-sequences.ts'

/** Of JSON: an escaped character, or the first byte of one of those from U+0080 on. */
const mayHaveSequences = ['\\u001', '\\u009', Buffer.from([0xc2])]

type BodySyntax = 'json' | 'form'

/** An absent content type means JSON. Fails with UNSUPPORTED_MEDIA_TYPE. */
export function bodySyntaxOf(contentType: string): BodySyntax {
  if (contentType === '') return 'json'
  const { type } = parse(contentType, { parameters: false })
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (['application/json', 'text/plain'].includes(type) || /^[\w.+-]+\/[\w.-]+\+json$/.test(type))
    return 'json'
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
}

/**
 * Parses a JSON object; an empty body is `{}`. Its texts have no terminal sequences: whatever trims, splits or parses one before them
 * would not recognise their rest. Fails with UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, INVALID_FORM_BODY.
 */
export function readPayload(
  contentType: string,
  body: Uint8Array,
  options: Pick<ReadJsonOptions, 'rawControls'> = {},
): Payload {
  const bytes = utf8Of(contentType, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const json = bodySyntaxOf(contentType) === 'form' ? fromForm(bytes) : bytes
  const payload = json.length === 0 ? {} : readJson(json, { ...options, lenient: true })
  if (!isPayload(payload)) throw invalidFields({ root: 'INVALID_FORMAT' })
  if (mayHaveSequences.some((part) => json.includes(part))) removeTerminalSequences(payload)
  return payload
}

/**
 * The body in UTF-8. JSON is UTF-8 whatever its content type declares (RFC 8259, section 8.1), so the declared character set counts only
 * for bytes that are not, and for UTF-16. Bytes of an unknown one stay as they are.
 */
export function utf8Of(contentType: string, bytes: Buffer): Buffer {
  const charset = contentType === '' ? '' : (parse(contentType).parameters.charset ?? '')
  if (charset === '' || (isUtf8(bytes) && !/^utf-?16/i.test(charset))) return bytes
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes))
  } catch {
    return bytes
  }
}

/** The form field `payload`, or the body itself: some senders post JSON with the content type of a form. */
function fromForm(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8')
  if (text.trimStart().startsWith('{')) return bytes
  const field = payloadField(text)
  if (field === null) throw invalidFields({ payload: 'REQUIRED' })
  return Buffer.from(new URLSearchParams(field).get('payload') ?? '')
}

/** Only this field is decoded: parsing all fields of a 25 MiB body would take hundreds of MiB. */
function payloadField(text: string): string | null {
  const start = text.startsWith('payload=') ? 0 : text.indexOf('&payload=')
  if (start < 0) return null
  const end = text.indexOf('&', start + 1)
  return text.slice(start, end < 0 ? undefined : end)
}
