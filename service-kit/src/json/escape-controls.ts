const [quote, backslash, lineFeed, carriageReturn, tab] = [0x22, 0x5c, 0x0a, 0x0d, 0x09]
const escapes = new Map([
  [lineFeed, 'n'],
  [carriageReturn, 'r'],
  [tab, 't'],
])

/** `places`: of the escaped bytes in the input, ascending. */
export type Escaped = { bytes: Buffer; places: number[] }

/** Escapes line feeds, carriage returns and tabs within the strings of JSON. Linear. */
export function escapeControls(input: Buffer): Escaped {
  const places = controlsInStrings(input)
  const bytes = Buffer.allocUnsafe(input.length + places.length)
  let [from, to] = [0, 0]
  for (const place of places) {
    to += input.copy(bytes, to, from, place)
    to += bytes.write(`\\${escapes.get(input[place] ?? 0)}`, to)
    from = place + 1
  }
  input.copy(bytes, to, from)
  return { bytes, places }
}

/** The offset in the input of one in the escaped bytes. */
export function unescapedOffset({ places }: Escaped, offset: number): number {
  return offset - places.filter((place, index) => place + index < offset).length
}

function controlsInStrings(input: Buffer): number[] {
  const places: number[] = []
  let isInString = false
  for (let at = 0; at < input.length; at += 1) {
    const byte = input[at] ?? 0
    if (byte === quote) isInString = !isInString
    else if (isInString && byte === backslash) at += 1
    else if (isInString && escapes.has(byte)) places.push(at)
  }
  return places
}
