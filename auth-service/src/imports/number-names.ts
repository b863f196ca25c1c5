import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { anyDiscriminator, freeDiscriminator } from '../accounts/free-discriminator.ts'
import { randomUsername } from '../field-rules/random-username.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'
import type { Imported } from './read-imported.ts'

type Taken = { tag: { username: string; discriminator: number } } | { problem: Record<string, FieldCode> }

export function usernameFor(
  { username, rejectedUsername, globalName }: Imported,
  productName: string,
): string {
  const source = rejectedUsername ?? globalName ?? ''
  return username ?? usernameCandidates(source, productName)[0] ?? randomUsername()
}

export function numberNames(taken: [string, number][]) {
  const numbers = new Map<string, Set<number>>()
  for (const [key, number] of taken) numbersOf(key).add(number)

  return {
    /** A derived name without a free discriminator is replaced by a random one. */
    take({ username: chosen, discriminator: wanted }: Imported, username: string): Taken {
      const numbers = numbersOf(username)
      if (wanted !== null && numbers.has(wanted)) return { problem: { discriminator: 'TAG_ALREADY_TAKEN' } }
      const discriminator = wanted ?? freeDiscriminator(numbers)
      if (discriminator === null && chosen !== null) {
        return { problem: { username: 'TOO_MANY_USERS_WITH_THIS_USERNAME' } }
      }
      const tag =
        discriminator === null
          ? { username: randomUsername(), discriminator: anyDiscriminator() }
          : { username, discriminator }
      numbersOf(tag.username).add(tag.discriminator)
      return { tag }
    },
  }

  function numbersOf(username: string): Set<number> {
    const key = username.toLowerCase()
    const known = numbers.get(key) ?? new Set()
    numbers.set(key, known)
    return known
  }
}
