import { randomInt } from 'node:crypto'
import { cleanPasted } from '../fields/pasted.ts'

/** No I, L, O, U, 0 or 1, which are easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const codeLength = 8
const wellFormed = new RegExp(`^[${alphabet}]{${codeLength}}$`, 'i')

/** A code that people type, such as ABCD-EFGH. */
export function newShortCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Accepts any case. Returns null if the code is malformed. */
export function readShortCode(input: string): string | null {
  const letters = cleanPasted(input)
  return wellFormed.test(letters) ? letters.toUpperCase() : null
}
