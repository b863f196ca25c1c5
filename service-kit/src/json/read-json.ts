import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../errors/service-error.ts'
import { escapeControls, unescapedOffset } from './escape-controls.ts'
import { deleteForbiddenKeys } from './forbidden-keys.ts'
import { invalidUtf8At } from './invalid-utf8-at.ts'
import { quoteNumbers } from './large-integers.ts'
import { scanJson } from './scan-json.ts'
import { syntaxErrorAt } from './syntax-error-at.ts'

export type ReadJsonOptions = {
  /** JSON of a webhook sender, which is accepted with defects that API clients have to correct. */
  lenient?: boolean
  /** Strings may contain line feeds, carriage returns and tabs. */
  rawControls?: boolean
}

const maxDepth = 64
const maxKeys = 100_000
/** Objects, arrays, strings, numbers and literals at any depth. Each uses memory, however short its text is. */
export const maxJsonValues = 1_000_000

/**
 * Throws MALFORMED_JSON with `position`, the offset in bytes, or PAYLOAD_TOO_LARGE. Lenient JSON may have
 * duplicate and forbidden keys and invalid UTF-8. Integers above 2^53 become strings, so that ids keep all
 * digits.
 */
export function readJson(input: Buffer | string, options: ReadJsonOptions = {}): unknown {
  const { lenient = false, rawControls = false } = options
  const bytes = bytesOf(input, lenient)
  if (!lenient && !isUtf8(bytes)) throw malformed(invalidUtf8At(bytes))

  const scan = scanJson(bytes, { maxDepth, maxKeys, maxValues: maxJsonValues, rejectKeys: !lenient })
  if (scan.rejectedAt !== null) throw malformed(scan.rejectedAt)
  if (scan.hasTooManyValues) throw tooManyJsonValues(maxJsonValues)
  const value = parse(bytes, scan.largeIntegers, rawControls)
  if (scan.hasForbiddenKey) deleteForbiddenKeys(value)
  return value
}

export function tooManyJsonValues(limit: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', {
    message: 'The body has more JSON values than this route takes.',
    data: { limit },
  })
}

// RFC 8259 section 8.1 allows a parser to ignore a byte order mark; some senders write one.
function bytesOf(input: Buffer | string, lenient: boolean): Buffer {
  if (typeof input === 'string') return Buffer.from(input)
  const hasMark = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf
  return lenient && hasMark ? input.subarray(3) : input
}

function parse(bytes: Buffer, largeIntegers: readonly number[], rawControls: boolean): unknown {
  const exact = largeIntegers.length > 0 ? quoteNumbers(bytes, largeIntegers) : bytes
  try {
    return JSON.parse(exact.toString('utf8'))
  } catch {
    // The message of V8 quotes the body, and has a position for some errors only.
    if (!rawControls) throw malformed(syntaxErrorAt(bytes))
  }
  try {
    return JSON.parse(escapeControls(exact).bytes.toString('utf8'))
  } catch {
    const escaped = escapeControls(bytes)
    throw malformed(unescapedOffset(escaped, syntaxErrorAt(escaped.bytes)))
  }
}

function malformed(position: number): ServiceError {
  return new ServiceError('MALFORMED_JSON', { data: { position } })
}
