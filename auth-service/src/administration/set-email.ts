import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { SetEmailRequest, SetEmailResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { newRevert } from '../account-changes/email-token.ts'
import { prepareRelease, releaseEmail } from '../account-changes/release-email.ts'
import { settlePasswordChange } from '../account-changes/settle-password-change.ts'
import type { Account } from '../accounts/account.ts'
import { assertNotReserved } from '../accounts/assert-not-reserved.ts'
import { domainOf, type EmailAddress, maskedAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem } from '../accounts/email-problem.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'
import { accountRecord } from './account-record.ts'

/** Whoever lost the mailbox cannot change the address, which requires its code. */
export async function setEmail(
  ctx: AuthContext,
  { id, email: typed, noRevert }: SetEmailRequest,
  call: Call,
): Promise<SetEmailResponse> {
  const account = await ctx.accounts.find(id)
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  const email = await usableEmail(ctx, account, typed)
  const previous = readEmailAddress(account.email ?? '')?.key ?? null
  const now = ctx.clock.now()
  const revocation = newPendingRevocation(new Date(now))
  const reverting = noRevert || previous === email.key ? null : newRevert(account, now)
  const revert = reverting?.revert ?? null
  const mails = await prepareMails(ctx, account, { email, revertToken: reverting?.revertToken })
  const holder = await ctx.accounts.findByEmail(email)
  const isOther = holder !== null && holder.id !== id
  const release = isOther ? await prepareRelease(ctx, { email, holder, client: undefined }) : null

  const changed = await ctx.inTransaction(async (transaction) => {
    await assertNotReserved(ctx, { accountId: id, email, field: 'email' }, transaction)
    if (release) await releaseEmail(ctx, release, call, transaction)
    const newEmail = { email, previous, token: null, revert, revocation }
    const after = await ctx.accounts.change(id, { newEmail }, transaction)
    if (after === null) throw unavailable('the address was changed meanwhile')
    const about = { accountId: id, detail: { by: 'operator' } }
    await ctx.audit.emit(call, 'account.email_change', about, transaction)
    for (const mail of mails) await ctx.mails.add(mail, transaction)
    return after
  })
  await settlePasswordChange(ctx, changed, revocation, call)
  await ctx.throttle.attempts.clearAll(accountAttemptKey(changed))
  return { account: accountRecord(await ctx.accounts.find(id), ctx.clock.now()) }
}

async function usableEmail(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains'>,
  account: Account,
  typed: string,
): Promise<EmailAddress> {
  const email = readEmailAddress(typed)
  const problem = emailFormProblem(typed, email) ?? (email && (await useProblem(ctx, account, email)))
  rejectFields({ email: problem })
  if (!email) throw new ServiceError('INTERNAL_SERVER_ERROR')
  return email
}

async function useProblem(
  { accounts, clock, mailDomains }: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains'>,
  { id }: Account,
  email: EmailAddress,
): Promise<FieldCode | null> {
  if (!(await mailDomains.canReceive(domainOf(email)))) return 'INVALID_EMAIL_ADDRESS'
  const by = { now: new Date(clock.now()), except: id, isProved: true }
  return (await accounts.isEmailTaken(email, by)) ? 'EMAIL_ALREADY_IN_USE' : null
}

/** To the new address, and to the old one the link that reverts the change. */
async function prepareMails(
  { mails }: Pick<AuthContext, 'mails'>,
  account: Account,
  { email: { address }, revertToken: token }: { email: EmailAddress; revertToken: string | undefined },
) {
  const cause = mails.causeOf(undefined)
  const newAddress = maskedAddress(address)
  return [
    token === undefined
      ? null
      : await mails.prepare({ kind: 'email_change', account, variables: { ...cause, token, newAddress } }),
    await mails.prepare({ kind: 'email_set', account: { ...account, email: address }, variables: cause }),
  ]
}
