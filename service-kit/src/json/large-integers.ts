/** Where a number stands: offset of its first byte and of the one after it. */
export type Span = { start: number; end: number }

const fewestDigits = 16

/** Whether these bytes are an integer that a double cannot hold exactly. */
export function isLargeInteger(bytes: Buffer, { start, end }: Span): boolean {
  if (end - start < fewestDigits) return false
  const text = bytes.toString('latin1', start, end)
  return /^-?[1-9]\d*$/.test(text) && !Number.isSafeInteger(Number(text))
}

/** The same JSON with these numbers as strings. */
export function quoteLargeIntegers(bytes: Buffer, spans: Span[]): Buffer {
  const quote = Buffer.from('"')
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end } of spans) {
    pieces.push(bytes.subarray(at, start), quote, bytes.subarray(start, end), quote)
    at = end
  }
  return Buffer.concat([...pieces, bytes.subarray(at)])
}
