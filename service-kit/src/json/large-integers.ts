const quote = 0x22
const minus = 0x2d
const zero = 0x30

const safeDigits = 16
const maxSafe = String(Number.MAX_SAFE_INTEGER)

export function isLargeInteger(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] === minus ? start + 1 : start
  const digits = end - first
  if (digits < safeDigits || bytes[first] === zero) return false
  for (let at = first; at < end; at += 1) if (!isDigit(bytes[at])) return false
  return digits > safeDigits || bytes.toString('latin1', first, end) > maxSafe
}

export function quoteNumbers(bytes: Buffer, starts: readonly number[]): Buffer {
  const quoted = Buffer.allocUnsafe(bytes.length + 2 * starts.length)
  let [from, to] = [0, 0]
  const copyUntil = (end: number) => {
    to += bytes.copy(quoted, to, from, end)
    from = end
  }
  for (const start of starts) {
    copyUntil(start)
    quoted[to++] = quote
    copyUntil(numberEnd(bytes, start))
    quoted[to++] = quote
  }
  copyUntil(bytes.length)
  return quoted
}

export function numberEnd(bytes: Buffer, start: number): number {
  let end = start + 1
  while (isNumberByte(bytes[end])) end += 1
  return end
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39
}

function isNumberByte(byte: number | undefined): boolean {
  // Digits, and: + - . E e
  return isDigit(byte) || byte === 0x2b || byte === minus || byte === 0x2e || byte === 0x45 || byte === 0x65
}
