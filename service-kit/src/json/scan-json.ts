import { isForbiddenKey } from './forbidden-keys.ts'
import { isLargeInteger, type Span } from './large-integers.ts'

type ScanOptions = {
  maxDepth: number
  maxKeys: number
  /** Refuse duplicate and forbidden keys instead of noting them. */
  refuseKeys: boolean
}

export type Scan = {
  /** Offset of the first thing that is refused; null when there is none. */
  refusedAt: number | null
  hasForbiddenKey: boolean
  largeIntegers: Span[]
}

// "__proto__" with its quotes; escapes only make it longer. Spares making a string of most foreign keys.
const shortestForbidden = 11

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const minus = 0x2d
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * One pass over the bytes of JSON for what JSON.parse cannot tell: depth, number of keys, which keys, and integers past 2^53. It
 * relies on the bytes being JSON and is harmless when they are not; JSON.parse judges that afterwards.
 */
export function scanJson(bytes: Buffer, { maxDepth, maxKeys, refuseKeys }: ScanOptions): Scan {
  const scan: Scan = { refusedAt: null, hasForbiddenKey: false, largeIntegers: [] }
  const seen: Set<string>[] = []
  let depth = 0
  let keys = 0
  let text: Span = { start: 0, end: 0 }
  let at = 0

  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === quote) {
      text = { start: at, end: stringEnd(bytes, at) }
      at = text.end
      continue
    }
    if (byte === minus || isDigit(byte)) {
      const number = { start: at, end: numberEnd(bytes, at) }
      if (isLargeInteger(bytes, number)) scan.largeIntegers.push(number)
      at = number.end
      continue
    }
    if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > maxDepth) return { ...scan, refusedAt: at }
      if (refuseKeys) seen[depth] = new Set()
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
    } else if (byte === colon) {
      keys += 1
      if (keys > maxKeys) return { ...scan, refusedAt: text.start }
      if (refuseKeys) {
        const key = keyAt(bytes, text)
        if (isForbiddenKey(key) || seen[depth]?.has(key)) return { ...scan, refusedAt: text.start }
        seen[depth]?.add(key)
      } else if (text.end - text.start >= shortestForbidden) {
        scan.hasForbiddenKey ||= isForbiddenKey(keyAt(bytes, text))
      }
    }
    at += 1
  }
  return scan
}

function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return Math.min(at + 1, bytes.length)
}

function numberEnd(bytes: Buffer, start: number): number {
  let end = start + 1
  while (isNumberByte(bytes[end])) end += 1
  return end
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isNumberByte(byte: number | undefined): boolean {
  // Digits, and: + - . E e
  return isDigit(byte) || byte === 0x2b || byte === minus || byte === 0x2e || byte === 0x45 || byte === 0x65
}

/** The key as it reads once its escapes are resolved: "\u005f_proto__" is __proto__. */
function keyAt(bytes: Buffer, { start, end }: Span): string {
  const raw = bytes.toString('utf8', start + 1, end - 1)
  if (!raw.includes('\\')) return raw
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    // No valid string, so the whole text is refused by JSON.parse in a moment.
    return raw
  }
}
