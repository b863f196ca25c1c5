import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { normalized } from '@gatehouse/service-kit/fields/text'
import { transliterate } from 'transliteration'
import { usernameProblem } from './username.ts'

const maxCandidates = 5

/** Best first. They do not depend on existing accounts, so they do not reveal who has one. */
export function usernameCandidates(globalName: string, productName: string): string[] {
  const words = transliterate(normalized(globalName, 'NFKC'))
    .split(/[\s.-]+/)
    .map((word) => word.replace(/\W/g, ''))
    .filter((word) => /[A-Za-z0-9]/.test(word))
  if (words.length === 0) return []
  const usable = spellings(words)
    .map((name) => name.slice(0, fieldBounds.username.max))
    .filter((name) => usernameProblem(name, productName) === null)
  return withoutDuplicates(usable).slice(0, maxCandidates)
}

function spellings(words: string[]): string[] {
  const joined = words.join('_')
  const solid = words.map(capitalised).join('')
  const turned = words.toReversed().join('_')
  return words.length > 1 ? [joined, solid, initialsFirst(words), turned, `the_${joined}`] : alone(joined)
}

function alone(word: string): string[] {
  return [word, `the_${word}`, `its_${word}`, `Real${capitalised(word)}`, `${word}_online`]
}

/** Ann Lee as ALee. */
function initialsFirst(words: string[]): string {
  const initials = words.slice(0, -1).map((word) => word.charAt(0).toUpperCase())
  return `${initials.join('')}${capitalised(words.at(-1) ?? '')}`
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function withoutDuplicates(names: string[]): string[] {
  const keys = names.map((name) => name.toLowerCase())
  return names.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
