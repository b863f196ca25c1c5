/** A value in a query is encoded once more for each query around it. */
const maxLayers = 3

/** HTML parsers accept numeric references without a semicolon. */
const encoded =
  /(?:%[0-9a-f]{2})+|%u[0-9a-f]{4}|&#0*\d{1,7};?|&#x0*[0-9a-f]{1,6};?|&(?:amp|commat|period|colon);|\\u[0-9a-f]{4}|\\u\{0*[0-9a-f]{1,6}\}|\\x[0-9a-f]{2}/gi

const named: Record<string, string> = { '&amp;': '&', '&commat;': '@', '&period;': '.', '&colon;': ':' }

/** Decodes the escapes of URLs, HTML and JSON layer by layer; returns the innermost layer first. */
export function decodeLayers(text: string): string[] {
  const layers: string[] = []
  while (layers.length < maxLayers) {
    const outer = layers[0] ?? text
    const decoded = outer.replace(encoded, decodeOne)
    if (decoded === outer) break
    layers.unshift(decoded)
  }
  return layers
}

function decodeOne(code: string): string {
  if (/^%[^u]/i.test(code)) return decodePercent(code)
  if (/^&\w/.test(code)) return named[code.toLowerCase()] ?? code
  const isHex = !/^&#\d/.test(code)
  const point = Number.parseInt(code.replace(/^(?:&#x?|\\[ux]\{?|%u)/i, ''), isHex ? 16 : 10)
  return point <= 0x10ffff ? String.fromCodePoint(point) : code
}

function decodePercent(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    // Not UTF-8 as a whole, but ASCII characters are readable.
    return code.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
  }
}
