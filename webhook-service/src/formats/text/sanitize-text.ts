// biome-ignore lint/suspicious/noControlCharactersInRegex: taking control characters out is what this is for.
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes control characters and bidirectional marks, which can make text read differently. */
export function sanitizeText(text: string): string {
  return sanitizeFragment(text).trim()
}

export function sanitizeFragment(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unwanted, '')
}

export function sanitizeLine(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ')
}
