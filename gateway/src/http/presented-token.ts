import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

const token = /^(?:bearer +)?([\x21-\x7e]{1,512})$/i

/** The token of `Authorization: <token>` or `Authorization: Bearer <token>`; null when it is missing, repeated or malformed. */
export function presentedToken(rawHeaders: readonly string[]): string | null {
  // Not req.headers: of a repeated header Node returns the first value only.
  let found: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (found !== null) return null
    found = rawHeaders[i + 1] ?? ''
  }
  return found === null ? null : (token.exec(found)?.[1] ?? null)
}

/** The same, but throws UNAUTHORIZED when it is repeated. */
export function singleToken(rawHeaders: readonly string[]): string | null {
  if (countOf(rawHeaders) > 1) throw new ServiceError('UNAUTHORIZED')
  return presentedToken(rawHeaders)
}

/** The same, but throws UNAUTHORIZED when it is repeated or malformed. */
export function wellFormedToken(rawHeaders: readonly string[]): string | null {
  const found = presentedToken(rawHeaders)
  if (found === null && countOf(rawHeaders) > 0) throw new ServiceError('UNAUTHORIZED')
  return found
}

function countOf(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization').length
}
