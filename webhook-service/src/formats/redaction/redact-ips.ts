const digits = '0{0,9}\\p{Nd}{1,3}'
const dot = '[.\\u3002\\uff0e\\uff61]'
const hex = '[0-9a-f]{1,4}'

/** First groups in use (RFC 4291 2.4, RFC 4193). Next to letters, only these count as an address. */
const used = '(?:[23][0-9a-f]{3}|f[cdef][0-9a-f]{2})'

/** Four numbers or five of at most three digits, leading zeros aside; `120.0.6099.109` is a version. */
const ip4 = new RegExp(`${digits}(?:${dot}${digits}){3,}`, 'gu')

/** An IPv6 address that ended in an IPv4 address, which `[ip]` has replaced already. */
const mapped = new RegExp(`(?:(?:${hex}:){6}|(?:(?:${hex}:){1,5}|:):(?:${hex}:){0,5})\\[ip\\]`, 'gi')

const digitAhead = '(?=[a-f:]{0,40}\\d)'
const ip6 = new RegExp(
  [
    `${hex}(?::${hex}){7,}`,
    // Shortened, with at least two groups on one side: 2001:db8::, ::ffff:1.
    `${hex}(?::${hex}){1,6}::(?:${hex}(?::${hex}){0,6})?`,
    `(?:${hex})?::${hex}(?::${hex}){1,6}`,
    // One group on a side. Names in code do not begin with a digit, so these are addresses: 2001::abcd, ::2.
    `(?<![\\w$])(?:${hex})?::\\d[0-9a-f]{0,3}(?!\\w)`,
    `(?<!\\w)\\d[0-9a-f]{0,3}::(?:${hex})?`,
    `(?<!\\w)${digitAhead}${used}::(?:${hex})?`,
    `(?<!\\w)${digitAhead}${hex}::${hex}(?!\\w)`,
    `${digitAhead}${used}::${hex}(?!\\w)`,
    `(?=[0-9a-f]{0,3}\\d)${used}::\\d[0-9a-f]{0,3}`,
  ]
    .map((form) => `${form}(?:%\\w{1,16})?`)
    .join('|'),
  'gi',
)

/**
 * Replaces IP addresses by `[ip]`, also next to letters. Shorter numbers (1.2.3, 12:30:45), names in code (`std::vector`,
 * `sha256::digest`, `Lamp::2`) and addresses that name nobody are kept.
 */
export function redactIps(text: string): string {
  return text
    .replace(ip4, (found) => (isHarmless4(found) ? found : '[ip]'))
    .replace(mapped, '[ip]')
    .replace(ip6, (found, at: number, whole: string) =>
      isHarmless6(found) || endsHarmless4(found, whole.slice(at + found.length)) ? found : '[ip]',
    )
}

/** A version that ends in `.0.0.0`, loopback, a netmask, or an object identifier. */
function isHarmless4(found: string): boolean {
  return (
    /^\d{1,3}(?:\.0){3}$/.test(found) ||
    /^127(?:\.\d{1,3}){3}$/.test(found) ||
    /^255(?:\.(?:25[542]|248|240|224|192|128|0)){3}$/.test(found) ||
    found.split(/[.\u3002\uff0e\uff61]/).length >= 6
  )
}

/** Loopback, the unspecified address, and pairs of digits as fingerprints have. */
function isHarmless6(found: string): boolean {
  return /^::[01]?$/.test(found) || /^[0-9a-f]{2}(?::[0-9a-f]{2}){7,}$/i.test(found)
}

/** `::ffff:127.0.0.1`: what is left of its end is harmless. */
function endsHarmless4(found: string, after: string): boolean {
  return /^::ffff:\d+$/i.test(found) && /^\.\d/.test(after)
}
