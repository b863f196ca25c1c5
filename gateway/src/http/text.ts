// Control characters but LF and CR, the override that lets text pretend to be other text, and halves of surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const invisible = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e\p{Cs}]/gu
const loneSurrogate = /\p{Cs}/gu

/** Text that UTF-8 can hold: halves of surrogate pairs, which JSON escapes can smuggle in, are gone. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(loneSurrogate, '')
}

/** Text as people meant it: without control characters, trimmed (reference-api.md 0b). Never for secrets. */
export function normaliseText(text: string): string {
  return text.replace(invisible, '').trim()
}

/** The length people see: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
