import { type CreateRequest, ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'

const knownMethods = new Set<number>(Object.values(ProofMethod))
knownMethods.delete(ProofMethod.UNSPECIFIED)

/** The id becomes part of a Redis key, so only an id may pass. */
export function assertAccountId(accountId: string, path = 'account_id'): void {
  if (accountId === '') throw invalidFields({ [path]: 'REQUIRED' })
  if (!isSnowflake(accountId)) throw invalidFields({ [path]: 'INVALID_SNOWFLAKE_FORMAT' })
}

export type SignIn = Pick<CreateRequest, 'signInMethod' | 'signInFactor'>

const signInName = /^[a-z_]{1,32}$/

/** The names become part of an event. */
export function assertSignIn({ signInMethod, signInFactor }: SignIn): void {
  const names = { sign_in_method: signInMethod, sign_in_factor: signInFactor }
  for (const [path, name] of Object.entries(names))
    if (name !== undefined && !signInName.test(name)) throw invalidFields({ [path]: 'INVALID_FORMAT' })
  if (signInFactor !== undefined && signInMethod === undefined)
    throw invalidFields({ sign_in_method: 'REQUIRED' })
}

export function assertProofMethods(path: string, methods: ProofMethod[]): void {
  assertListLength(path, methods, knownMethods.size)
  if (!methods.every((method) => knownMethods.has(method))) throw invalidFields({ [path]: 'INVALID_FORMAT' })
}
