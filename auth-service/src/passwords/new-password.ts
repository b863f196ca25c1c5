import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { AuthContext } from '../context.ts'
import { canonicalPassword, type PasswordContext, passwordProblem } from './password-policy.ts'

/** Only passwords that pass the local rules are looked up at the range service. */
export async function newPasswordProblem(
  ctx: Pick<AuthContext, 'breachedPasswords' | 'productName'>,
  password: string,
  context: PasswordContext,
): Promise<FieldCode | null> {
  const { productName } = ctx
  const problem = passwordProblem(password, { ...context, productName })
  if (problem !== null) return problem
  return (await ctx.breachedPasswords.has(canonicalPassword(password))) ? 'PASSWORD_IS_TOO_COMMON' : null
}
