// Control characters except LF and CR, the right-to-left override, and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const invisible = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e\p{Cs}]/gu
const loneSurrogate = /\p{Cs}/gu

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
