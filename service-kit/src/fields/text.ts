// Control characters except LF and CR, the right-to-left override, and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const invisible = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e\p{Cs}]/gu
const loneSurrogate = /\p{Cs}/gu

/** In code units. A longer text is rejected before it is normalized or cleaned. */
export const maxFieldLength = 4096

// U+FF9E and U+FF9F become marks in NFKC and NFKD.
const longMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/**
 * The only call of `normalize`, which takes quadratic time in a run of combining marks. Such a run is cut after 30, the limit of
 * the Stream-Safe Text Format (UAX #15, section 13).
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(longMarks, '$1').normalize(form)
}

/** JSON escapes can contain lone surrogates, which UTF-8 cannot encode. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(loneSurrogate, '')
}

/** Removes control characters and trims. Not for secrets. */
export function normalizeText(text: string): string {
  return text.replace(invisible, '').trim()
}

/** The length in code points. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
