import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { AuthContext } from '../context.ts'
import { canonicalPassword, type PasswordContext, passwordProblem } from './password-policy.ts'

/**
 * What is wrong with a password that somebody wants to have, or null: what is told here, then whether it is known from a
 * breach. Only what passed here is asked of the range service.
 */
export async function newPasswordProblem(
  ctx: Pick<AuthContext, 'breachedPasswords'>,
  password: string,
  context: PasswordContext,
): Promise<FieldCode | null> {
  const problem = passwordProblem(password, context)
  if (problem !== null) return problem
  return (await ctx.breachedPasswords.has(canonicalPassword(password))) ? 'PASSWORD_IS_TOO_COMMON' : null
}
