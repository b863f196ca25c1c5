import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { AuthContext } from '../context.ts'
import type { EmailAddress } from './email-address.ts'

/** How long an email address may be, in characters. */
export const emailLength = { min: 1, max: 254 }

/** What is wrong with an email address that an account wants to have, or null (reference-api.md 4.1). `email` is what was read of it. */
export async function emailProblem(
  ctx: Pick<AuthContext, 'accounts'>,
  typed: string,
  email: EmailAddress | null,
): Promise<FieldCode | null> {
  const length = [...(email?.address ?? typed)].length
  if (length < emailLength.min || length > emailLength.max) return 'EMAIL_LENGTH_INVALID'
  if (email === null) return 'INVALID_EMAIL_FORMAT'
  return (await ctx.accounts.isEmailTaken(email)) ? 'EMAIL_ALREADY_IN_USE' : null
}
