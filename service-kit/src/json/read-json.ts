import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../errors/service-error.ts'
import { withoutForbiddenKeys } from './forbidden-keys.ts'
import { invalidUtf8At } from './invalid-utf8-at.ts'
import { quoteLargeIntegers } from './large-integers.ts'
import { scanJson } from './scan-json.ts'
import { syntaxErrorAt } from './syntax-error-at.ts'

export type ReadJsonOptions = {
  /** Reads what a foreign sender wrote, which must be understood rather than corrected. */
  foreign?: boolean
  maxDepth?: number
  maxKeys?: number
}

/**
 * Reads JSON as contract.md 1 wants it. Throws MALFORMED_JSON with `position`, the offset in bytes, for bad syntax, too deep, too
 * many keys; on our own routes also for duplicate keys, `__proto__` and `constructor` as keys, and invalid UTF-8. Of foreign
 * JSON such keys are dropped, the last duplicate counts, and bad bytes become U+FFFD (contract.md 8 row 14). Integers
 * past 2^53 become strings, so that no id loses a digit.
 */
export function readJson(input: Buffer | string, options: ReadJsonOptions = {}): unknown {
  const { foreign = false, maxDepth = 64, maxKeys = 100_000 } = options
  const bytes = bytesOf(input, foreign)
  if (!foreign && !isUtf8(bytes)) throw malformed(invalidUtf8At(bytes))

  const scan = scanJson(bytes, { maxDepth, maxKeys, refuseKeys: !foreign })
  if (scan.refusedAt !== null) throw malformed(scan.refusedAt)
  const value = parse(bytes)
  // Quoting could mend a text that is wrong, so it happens only after the text as it is was found right.
  const exact = scan.largeIntegers.length > 0 ? parse(quoteLargeIntegers(bytes, scan.largeIntegers)) : value
  return scan.hasForbiddenKey ? withoutForbiddenKeys(exact) : exact
}

// RFC 8259 section 8.1 lets a reader ignore a byte order mark; some senders' tools write one.
function bytesOf(input: Buffer | string, foreign: boolean): Buffer {
  if (typeof input === 'string') return Buffer.from(input)
  const hasMark = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf
  return foreign && hasMark ? input.subarray(3) : input
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    // V8 tells the position only sometimes, and quotes the body when it does not.
    throw malformed(syntaxErrorAt(text))
  }
}

function malformed(position: number): ServiceError {
  return new ServiceError('MALFORMED_JSON', { data: { position } })
}
