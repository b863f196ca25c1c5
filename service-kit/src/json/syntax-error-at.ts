import { isDigit } from './large-integers.ts'

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [minus, plus, dot, zero] = [0x2d, 0x2b, 0x2e, 0x30]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
const simpleEscapes = new Set(Buffer.from('"\\/bfnrt'))
const literals = ['true', 'false', 'null']

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'separator'

/** V8 does not report the offset of every error. Needs linear time, and one number for each nesting level. */
export function syntaxErrorAt(bytes: Buffer): number {
  const closers: number[] = []
  let expected: Expected = 'value'
  let at = skipSpace(bytes, 0)

  while (at < bytes.length) {
    const byte = bytes[at]
    const closer = closers.at(-1)
    if (byte === closer && expected !== 'value' && expected !== 'key') {
      closers.pop()
      expected = 'separator'
    } else if (expected === 'separator') {
      if (byte !== comma || closer === undefined) return at
      expected = closer === closeBrace ? 'key' : 'value'
    } else if (expected === 'key' || expected === 'key or end') {
      const end = byte === quote ? stringEnd(bytes, at) : ~at
      if (end < 0) return ~end
      at = skipSpace(bytes, end)
      if (bytes[at] !== colon) return at
      expected = 'value'
    } else if (byte === openBrace) {
      closers.push(closeBrace)
      expected = 'key or end'
    } else if (byte === openBracket) {
      closers.push(closeBracket)
      expected = 'value or end'
    } else {
      const end = scalarEnd(bytes, at)
      if (end < 0) return ~end
      expected = 'separator'
      at = skipSpace(bytes, end)
      continue
    }
    at = skipSpace(bytes, at + 1)
  }
  return bytes.length
}

function scalarEnd(bytes: Buffer, start: number): number {
  const first = bytes[start]
  if (first === quote) return stringEnd(bytes, start)
  if (first === minus || isDigit(first)) return numberEnd(bytes, start)
  const literal = literals.find((each) => bytes.toString('latin1', start, start + each.length) === each)
  return literal ? start + literal.length : ~start
}

function stringEnd(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byte === quote) return at + 1
    if (byte < 0x20) return ~at
    const length = byte === backslash ? escapeLength(bytes, at) : 1
    if (length === 0) return ~at
    at += length
  }
  return ~bytes.length
}

function escapeLength(bytes: Buffer, start: number): number {
  const kind = bytes[start + 1]
  if (kind !== 0x75) return kind !== undefined && simpleEscapes.has(kind) ? 2 : 0
  for (let at = start + 2; at < start + 6; at += 1) if (!isHexDigit(bytes[at])) return 0
  return 6
}

function numberEnd(bytes: Buffer, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start
  at = bytes[at] === zero ? at + 1 : digitsEnd(bytes, at)
  if (at > 0 && bytes[at] === dot) at = digitsEnd(bytes, at + 1)
  if (at > 0 && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    const isSigned = bytes[at + 1] === plus || bytes[at + 1] === minus
    at = digitsEnd(bytes, isSigned ? at + 2 : at + 1)
  }
  return at
}

function digitsEnd(bytes: Buffer, start: number): number {
  let at = start
  while (isDigit(bytes[at])) at += 1
  return at > start ? at : ~start
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1
  return at
}

function isHexDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false
  const lowerCase = byte | 0x20
  return isDigit(byte) || (lowerCase >= 0x61 && lowerCase <= 0x66)
}
