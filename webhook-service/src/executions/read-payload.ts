import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readJson } from '@gatehouse/service-kit/json/read-json'
import { isPayload, type Payload } from '../code-host/payload.ts'

type Form = 'json' | 'form'

/** How a body of this content type is written (contract.md 8 row 35). Fails with UNSUPPORTED_MEDIA_TYPE. */
export function formOf(contentType: string): Form {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (['', 'application/json', 'text/plain'].includes(type) || /^[\w.+-]+\/[\w.-]+\+json$/.test(type))
    return 'json'
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
}

/** The JSON object a sender posted. Fails with UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, INVALID_FORM_BODY. */
export function readPayload(contentType: string, body: Uint8Array): Payload {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const json = formOf(contentType) === 'form' ? fromForm(bytes) : bytes
  const payload = isBlank(json) ? {} : readJson(json, { foreign: true })
  if (!isPayload(payload)) throw invalidFields({ root: 'INVALID_FORMAT' })
  return payload
}

/** The field `payload`; recipes that forget the content type send plain JSON under that of forms (webhooks.md C2). */
function fromForm(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8')
  if (text.trimStart().startsWith('{')) return bytes
  const payload = new URLSearchParams(text).get('payload')
  if (payload === null) throw invalidFields({ payload: 'REQUIRED' })
  return Buffer.from(payload)
}

/** An empty body is `{}` on every route (contract.md 1). */
function isBlank(body: Buffer): boolean {
  return body.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}
