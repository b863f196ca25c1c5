const digits = '0{0,9}\\p{Nd}{1,3}'
const dot = '[.\\u3002\\uff0e\\uff61]'
const hex = '[0-9a-f]{1,4}'

/** How the addresses of hosts and links begin (RFC 4291 2.4, RFC 4193): what stands glued to a word must look like one. */
const used = '(?:[23][0-9a-f]{3}|f[cdef][0-9a-f]{2})'

/** Four numbers or more; those in the middle have three digits at most but for zeros before, as `120.0.6099.109` has not. */
const ip4 = new RegExp(`${digits}(?:${dot}${digits}){3,}`, 'gu')

/** The short form that ends in an IPv4 address, which is hidden by then. */
const mapped = new RegExp(`(?:(?:${hex}:){6}|(?:(?:${hex}:){1,5}|:):(?:${hex}:){0,5})\\[ip\\]`, 'gi')

const digitAhead = '(?=[a-f:]{0,40}\\d)'
const ip6 = new RegExp(
  [
    // The long form.
    `${hex}(?::${hex}){7,}`,
    // Shortened, with two groups on one side at least: 2001:db8::, ::ffff:1.
    `${hex}(?::${hex}){1,6}::(?:${hex}(?::${hex}){0,6})?`,
    `(?:${hex})?::${hex}(?::${hex}){1,6}`,
    // With one group on a side. No name begins with a digit, so none of these is one: x::1, 2001::abcd.
    `(?:${hex})?::\\d[0-9a-f]{0,3}`,
    `(?<!\\w)\\d[0-9a-f]{0,3}::(?:${hex})?`,
    `(?<!\\w)${digitAhead}${used}::(?:${hex})?`,
    `(?<!\\w)${digitAhead}${hex}::${hex}(?!\\w)`,
    `${digitAhead}${used}::${hex}(?!\\w)`,
  ]
    .map((form) => `${form}(?:%\\w{1,16})?`)
    .join('|'),
  'gi',
)

/**
 * The text without IP addresses, also where they are glued to words. What is shorter than an address (1.2.3, 12:30:45) stays,
 * and so do the names of code: `std::vector`, `sha256::digest`.
 */
export function redactIps(text: string): string {
  return text.replace(ip4, '[ip]').replace(mapped, '[ip]').replace(ip6, '[ip]')
}
