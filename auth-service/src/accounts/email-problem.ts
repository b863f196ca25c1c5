import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { domainOf, type EmailAddress, hasForbiddenLocalPart } from './email-address.ts'

export function emailFormProblem(typed: string, email: EmailAddress | null): FieldCode | null {
  const length = [...(email?.address ?? typed)].length
  if (length < fieldBounds.email.min || length > fieldBounds.email.max) return 'EMAIL_LENGTH_INVALID'
  if (email !== null) return null
  return hasForbiddenLocalPart(typed) ? 'INVALID_EMAIL_LOCAL_PART' : 'INVALID_EMAIL_FORMAT'
}

type Asked = { client: Client; except?: string | undefined; isProved?: boolean }

/**
 * Null if the address is valid, its domain accepts mail, and no other account than `except` has or reserves it. With `isProved`,
 * which is checked later, an account that never verified it does not count.
 */
export async function emailProblem(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains' | 'throttle'>,
  typed: string,
  email: EmailAddress | null,
  { client, except = '', isProved = false }: Asked,
  call: Pick<Call, 'requestId'>,
): Promise<FieldCode | null> {
  const problem = emailFormProblem(typed, email)
  if (problem !== null || email === null) return problem
  if (!(await ctx.mailDomains.canReceive(domainOf(email)))) return 'INVALID_EMAIL_ADDRESS'
  const by = { now: new Date(ctx.clock.now()), except, isProved }
  const isTaken = await ctx.throttle.revealTaken(client, () => ctx.accounts.isEmailTaken(email, by), call)
  return isTaken ? 'EMAIL_ALREADY_IN_USE' : null
}
