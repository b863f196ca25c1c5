import { isUtf8 } from 'node:buffer'
import { malformed } from './malformed.ts'

const byteOrderMark = '\ufeff'

/** The text of a body, without a byte order mark. Invalid UTF-8 is MALFORMED_JSON, or U+FFFD in foreign bodies. */
export function decodeUtf8(bytes: Uint8Array, foreign: boolean): string {
  if (!foreign && !isUtf8(bytes)) throw malformed(firstInvalid(bytes))
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}

/** The length of the longest valid beginning, by halving. */
function firstInvalid(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length
  while (valid < invalid) {
    const middle = (valid + invalid + 1) >> 1
    if (isBeginning(bytes.subarray(0, middle))) valid = middle
    else invalid = middle - 1
  }
  return valid
}

/** Whether the bytes could go on to be valid: at most the last character is unfinished. */
function isBeginning(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
