import { randomInt } from 'node:crypto'

/** No I, L, O, U, 0 or 1, which are easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const codeLength = 8
const maxInputLength = 64
const wellFormed = new RegExp(`^[${alphabet}]{${codeLength}}$`, 'i')

/** A code that people type, such as ABCD-EFGH. */
export function newShortCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Accepts any case, with or without dashes and spaces. Returns null if the code is malformed. */
export function readShortCode(input: string): string | null {
  if (input.length > maxInputLength) return null
  const letters = input.replace(/[\s\p{Pd}]/gu, '')
  return wellFormed.test(letters) ? letters.toUpperCase() : null
}
