import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

const token = /^(?:bearer +)?([\x21-\x7e]{1,512})$/i

/**
 * The token of `Authorization: <token>` or `Authorization: Bearer <token>`. Null when there is none, several, or
 * something that cannot be one: all of them are the same 401 (contract.md 1 and 7 row 38).
 */
export function presentedToken(rawHeaders: readonly string[]): string | null {
  // Not req.headers: Node keeps the first of several and drops the others silently.
  let found: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (found !== null) return null
    found = rawHeaders[i + 1] ?? ''
  }
  return found === null ? null : (token.exec(found)?.[1] ?? null)
}

/** The token where a caller may have none, and an unknown one means no more; several are UNAUTHORIZED (contract.md 7 row 38). */
export function onlyToken(rawHeaders: readonly string[]): string | null {
  if (countOf(rawHeaders) > 1) throw new ServiceError('UNAUTHORIZED')
  return presentedToken(rawHeaders)
}

/** The token where a caller may have none, but not a bad one: UNAUTHORIZED for an Authorization that cannot be read. */
export function soundToken(rawHeaders: readonly string[]): string | null {
  const found = presentedToken(rawHeaders)
  if (found === null && countOf(rawHeaders) > 0) throw new ServiceError('UNAUTHORIZED')
  return found
}

function countOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization').length
}
