import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { AuthContext } from '../context.ts'
import { domainOf, type EmailAddress, hasForbiddenLocalPart } from './email-address.ts'

/** How long an email address may be, in characters. */
export const emailLength = { min: 1, max: 254 }

/** What is wrong with the form of an email address, or null (contract.md 7 row 36). `email` is what was read of it. */
export function emailFormProblem(typed: string, email: EmailAddress | null): FieldCode | null {
  const length = [...(email?.address ?? typed)].length
  if (length < emailLength.min || length > emailLength.max) return 'EMAIL_LENGTH_INVALID'
  if (email !== null) return null
  return hasForbiddenLocalPart(typed) ? 'INVALID_EMAIL_LOCAL_PART' : 'INVALID_EMAIL_FORMAT'
}

/**
 * What is wrong with an email address that an account wants to have, or null (reference-api.md 4.1): its form, then whether mail
 * can be sent there, then whether an account has it.
 */
export async function emailProblem(
  ctx: Pick<AuthContext, 'accounts' | 'mailDomains'>,
  typed: string,
  email: EmailAddress | null,
): Promise<FieldCode | null> {
  const problem = emailFormProblem(typed, email)
  if (problem !== null || email === null) return problem
  if (!(await ctx.mailDomains.canReceive(domainOf(email)))) return 'INVALID_EMAIL_ADDRESS'
  return (await ctx.accounts.isEmailTaken(email)) ? 'EMAIL_ALREADY_IN_USE' : null
}
