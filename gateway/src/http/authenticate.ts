import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { GatewayContext } from '../context.ts'
import type { RequestContext } from './request-context.ts'
import type { Access, HttpMethod } from './route.ts'

export type Unauthenticated = 'unauthenticated'

/** Every token is shorter than 256 characters. */
const tokenPattern = /^(?:bearer +)?([\x21-\x7e]{1,256})$/i

/**
 * Null if the route requires no session and there is none. Does not throw for an invalid token, because the request must be
 * counted under its address first.
 */
export async function authenticate(
  { access, method }: { access: Access; method: HttpMethod },
  context: RequestContext,
  { verifier }: GatewayContext,
): Promise<Session | Unauthenticated | null> {
  if (access !== 'account' && access !== 'optional') return null
  const nobody = access === 'optional' ? null : 'unauthenticated'
  const token = presentedToken(context.req.rawHeaders)
  if (token === null) return nobody
  try {
    // A mutation can require a recent proof of identity, which cached sessions do not have.
    return await (method === 'get' ? verifier.verify : verifier.verifyAtService)(token, context.requestId)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') return nobody
    throw error
  }
}

/** Throws UNAUTHORIZED if the route requires a session and there is none. */
export function assertAccess<T>(session: T): asserts session is Exclude<T, Unauthenticated> {
  if (session === 'unauthenticated') throw new ServiceError('UNAUTHORIZED')
}

/**
 * The token of `Authorization: <token>` or `Authorization: Bearer <token>`, null if the header is missing,
 * repeated or malformed. With `reject` a repeated, or also a malformed, header throws UNAUTHORIZED instead.
 */
export function presentedToken(
  rawHeaders: readonly string[],
  { reject }: { reject?: 'repeated' | 'repeated-or-malformed' } = {},
): string | null {
  let header: string | null = null
  // Not req.headers: of a repeated header Node returns the first value only.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length !== 13 || name.toLowerCase() !== 'authorization') continue
    if (header !== null && reject) throw new ServiceError('UNAUTHORIZED')
    if (header !== null) return null
    header = rawHeaders[i + 1] ?? ''
  }
  if (header === null) return null
  const token = tokenPattern.exec(header)?.[1] ?? null
  if (token === null && reject === 'repeated-or-malformed') throw new ServiceError('UNAUTHORIZED')
  return token
}
