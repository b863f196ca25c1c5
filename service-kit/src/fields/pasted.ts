import { normalized } from './text.ts'

/** Longer than any code or number with everything that may stand between its characters. */
const maxLength = 256

/** Dashes, also those of other names: the minus sign, and the mark of long vowels that a Japanese keyboard types for a dash. */
const between = /[\p{Pd}\u2212\u30fc\p{Cf}\s]+/gu

const digits = new Map(
  Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
    const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
    return Array.from({ length: 10 }, (_, value): [string, string] => [format.format(value), String(value)])
  }),
)

/**
 * What people type or paste for a code or number that has neither spaces nor dashes of its own: keyboards type digits of their script
 * and letters of full width, programs add typographic dashes and invisible characters. Reads all of these as ASCII where they mean the
 * same. The caller checks the form; a text of more than 256 characters is returned as it is.
 */
export function cleanPasted(typed: string): string {
  if (typed.length > maxLength) return typed
  return normalized(typed, 'NFKC')
    .replace(between, '')
    .replace(/\p{Nd}/gu, (digit) => digits.get(digit) ?? digit)
}

/** The same for a text that may contain such characters: only those at its ends are removed. */
export function trimPasted(typed: string): string {
  const isRemoved = (character: string) => /[\p{Cf}\s]/u.test(character)
  const characters = [...typed]
  let [start, end] = [0, characters.length]
  while (start < end && isRemoved(characters[start] ?? '')) start += 1
  while (end > start && isRemoved(characters[end - 1] ?? '')) end -= 1
  return characters.slice(start, end).join('')
}
