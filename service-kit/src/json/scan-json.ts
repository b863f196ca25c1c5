import { isForbiddenKey } from './forbidden-keys.ts'
import { isDigit, isLargeInteger, numberEnd } from './large-integers.ts'

type ScanOptions = {
  maxDepth: number
  maxKeys: number
  maxValues: number
  rejectKeys: boolean
}

export type Scan = {
  rejectedAt: number | null
  hasTooManyValues: boolean
  hasForbiddenKey: boolean
  largeIntegers: number[]
}

type Span = { start: number; end: number }

// The length of "__proto__" with its quotes; escapes only make it longer. Most keys are shorter and need not be decoded.
const minForbiddenKeyLength = 11

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const minus = 0x2d
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Checks that JSON.parse does not have, in one pass. For invalid JSON the result is arbitrary. */
export function scanJson(bytes: Buffer, { maxDepth, maxKeys, maxValues, rejectKeys }: ScanOptions): Scan {
  const scan: Scan = { rejectedAt: null, hasTooManyValues: false, hasForbiddenKey: false, largeIntegers: [] }
  const seen: Set<string>[] = []
  let depth = 0
  let keys = 0
  let values = 0
  let text: Span = { start: 0, end: 0 }
  let at = 0

  while (at < bytes.length) {
    const byte = bytes[at]
    // A key counts as a value until its colon is found. If it exceeds the limit, so does the value that follows.
    if (startsValue(byte)) {
      values += 1
      if (values > maxValues) return { ...scan, hasTooManyValues: true }
    }
    if (byte === quote) {
      text = { start: at, end: stringEnd(bytes, at) }
      at = text.end
      continue
    }
    if (byte === minus || isDigit(byte)) {
      const end = numberEnd(bytes, at)
      if (isLargeInteger(bytes, at, end)) scan.largeIntegers.push(at)
      at = end
      continue
    }
    if (isLetter(byte)) {
      while (isLetter(bytes[at])) at += 1
      continue
    }
    if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > maxDepth) return { ...scan, rejectedAt: at }
      if (rejectKeys) seen[depth] = new Set()
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    } else if (byte === colon) {
      // A number in the place of a key is invalid JSON and must not be quoted, which would make it valid.
      if ((scan.largeIntegers.at(-1) ?? -1) > text.start) scan.largeIntegers.pop()
      values -= 1
      keys += 1
      if (keys > maxKeys) return { ...scan, rejectedAt: text.start }
      if (rejectKeys) {
        const key = keyAt(bytes, text)
        if (isForbiddenKey(key) || seen[depth]?.has(key)) return { ...scan, rejectedAt: text.start }
        seen[depth]?.add(key)
      } else if (text.end - text.start >= minForbiddenKeyLength) {
        scan.hasForbiddenKey ||= isForbiddenKey(keyAt(bytes, text))
      }
    }
    at += 1
  }
  return scan
}

function startsValue(byte: number | undefined): boolean {
  return (
    byte === quote ||
    byte === minus ||
    byte === openBrace ||
    byte === openBracket ||
    isDigit(byte) ||
    isLetter(byte)
  )
}

function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return Math.min(at + 1, bytes.length)
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a
}

/** The key with its escapes decoded: "\u005f_proto__" is __proto__. */
function keyAt(bytes: Buffer, { start, end }: Span): string {
  const raw = bytes.toString('utf8', start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    // An invalid string, which JSON.parse rejects afterwards.
    return raw
  }
}
