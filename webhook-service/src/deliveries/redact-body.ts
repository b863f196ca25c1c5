import { bodySyntaxOf, utf8Of } from '../formats/read-payload.ts'
import { redact } from '../formats/redaction/redact.ts'
import type { RecordedRequest } from '../messages/delivery.ts'

/** A JSON string literal, also one that is cut off, or a word outside of strings. */
const token = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s"]+/gs

/** The longest text that `redact` reads. */
const maxPiece = /.{1,16384}/gs

/** Every text that `redact` changes has one of these; most texts have none. */
const suspect = /[@%&\\]|\d\.|:[\da-f:]|[^\x20-\x7e]/i

const maxNameLength = 80

const secretName =
  /pass(?:word|wd|phrase)|secret|token|authorization|api[-_]?key|private[-_]?key|access[-_]?key|credential|cookie|csrf|session[-_]?id/i

const secretValue = new RegExp(
  [
    String.raw`\b(?:gh[pousr]|github_pat|glpat|xox[abeprs]|sk_live|rk_live|whsec|sntrys|sntryu|npm|ghw|gh)[-_][\w.-]{16,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\beyJ[\w.-]{20,}`,
    String.raw`\b(?:Bearer|Basic) [\w.~+/=-]{8,}`,
    '-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^"]*',
    String.raw`(?<=:\/\/)[^\s/"@:]+:[^\s/"@]+(?=@)`,
  ].join('|'),
  'gi',
)

/** The text of a body; of a form, the field payload. */
export function bodyText({ headers, body }: Pick<RecordedRequest, 'headers' | 'body'>): string {
  const contentType = headers['content-type'] ?? ''
  const text = utf8Of(contentType, body).toString('utf8')
  const isForm = bodySyntaxOf(contentType) === 'form'
  return (isForm && new URLSearchParams(text).get('payload')) || text
}

/**
 * Replaces e-mail and IP addresses, the values of fields that are named like secrets, and values with the form of known credentials.
 * Works on text, because a truncated body is not JSON.
 */
export function redactBody(text: string): string {
  let isSecret = false
  return text.replace(token, (part) => {
    if (!part.startsWith('"')) {
      // Headers of an error report are pairs: ["Authorization", "…"].
      isSecret &&= /^[:,[]+$/.test(part)
      return redactPlain(part)
    }
    const hidden = isSecret ? '"[secret]"' : redactPlain(part)
    isSecret = !isSecret && secretName.test(part) && part.length <= maxNameLength
    return hidden
  })
}

function redactPlain(text: string): string {
  const plain = text.replace(secretValue, '[secret]')
  return suspect.test(plain) ? plain.replace(maxPiece, redact) : plain
}
