import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses when reading aloud: no I, L, O, U, 0 or 1. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const codeLength = 8
const maxInputLength = 64
const wellFormed = new RegExp(`^[${alphabet}]{${codeLength}}$`, 'i')

/** A new code as people see it, `XXXX-XXXX`; every code is equally likely. */
export function newHandoffCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The letters of a code as people type it: in any letter case, with or without dashes and spaces. Null for what cannot be a code. */
export function lettersOf(input: string): string | null {
  if (input.length > maxInputLength) return null
  const letters = input.replace(/[\s\p{Pd}]/gu, '')
  return wellFormed.test(letters) ? letters.toUpperCase() : null
}
