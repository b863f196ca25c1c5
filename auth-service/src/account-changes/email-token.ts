import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import type { PendingRevert } from '../accounts/email-change.ts'
import type { AuthContext } from '../context.ts'
import { mailKinds } from '../mails/mail-kinds.ts'

type CheckedToken = { problem: FieldCode } | { email: EmailAddress; token: string }

export async function checkEmailToken(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  account: Account,
  emailToken: string,
): Promise<CheckedToken> {
  const change = await ctx.accounts.findEmailChange(account.id)
  const token = digestText(emailToken)
  if (!change?.token || !change.newEmail || change.token.digest !== token)
    return { problem: 'INVALID_EMAIL_TOKEN' }
  const now = ctx.clock.now()
  if (change.token.expiresAt.getTime() <= now) return { problem: 'EMAIL_TOKEN_EXPIRED' }
  const by = { now: new Date(now), except: account.id, isProved: true }
  const isTaken = await ctx.accounts.isEmailTaken(change.newEmail, by)
  return isTaken ? { problem: 'EMAIL_ALREADY_IN_USE' } : { email: change.newEmail, token }
}

/** Restores the address of the account; the token is mailed to it. */
export function newRevert(
  { email, verified }: Account,
  now: number,
): { revertToken: string; revert: PendingRevert } | null {
  const address = readEmailAddress(email ?? '')
  if (address === null) return null
  const revertToken = newSecret()
  const expiresAt = new Date(now + mailKinds.email_change.lifetimeMs)
  const digest = digestText(revertToken)
  const revert = { digest, email: address, wasVerified: verified, changedAt: new Date(now), expiresAt }
  return { revertToken, revert }
}
