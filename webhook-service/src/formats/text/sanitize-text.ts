// biome-ignore lint/suspicious/noControlCharactersInRegex: taking control characters out is what this is for.
const unwanted = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Foreign text as we show it: well-formed, line feeds only, without control characters and without the direction
 * marks that make text read differently from what it says (contract.md 8 row 10 names the same set for names).
 */
export function sanitizeText(text: string): string {
  return sanitizeFragment(text).trim()
}

/** The same of a part of a text, which may begin or end with the space between two words. */
export function sanitizeFragment(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unwanted, '')
}

/** The same on one line, for titles and names. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ')
}
