import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { newPendingRevocation, type PendingRevocation } from '../accounts/pending-revocation.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { settlePasswordChange } from './settle-password-change.ts'

export type PasswordChange = { newPassword: string; field: string; by: 'owner' | 'operator' }

/** Fails with SERVICE_UNAVAILABLE if the password was changed at the same time. */
export async function changePassword(
  ctx: AuthContext,
  account: Account,
  { newPassword, field, by }: PasswordChange,
  call: Call,
): Promise<void> {
  rejectFields({ [field]: await newPasswordProblem(ctx, newPassword, account) })
  const hash = await ctx.passwords.hash(newPassword, requesterOf(undefined, call))
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  await storePassword(ctx, account, { hash, by, revocation }, call)
  await settlePasswordChange(ctx, account, revocation, call)
}

async function storePassword(
  ctx: AuthContext,
  account: Account,
  { hash, by, revocation }: { hash: string; by: PasswordChange['by']; revocation: PendingRevocation },
  call: Call,
): Promise<void> {
  const { id: accountId, passwordHash: previous } = account
  const password = { hash, previous, revocation }
  const variables = { ...ctx.mails.causeOf(undefined), by }
  const mail = await ctx.mails.prepare({ kind: 'password_change', account, variables })
  await ctx.inTransaction(async (transaction) => {
    const changed = await ctx.accounts.change(accountId, { password }, transaction)
    if (changed === null) throw unavailable('another request changed the account')
    await ctx.authorizedAddresses.removeOf(accountId, transaction)
    await ctx.audit.emit(call, 'account.password_change', { accountId, detail: { by } }, transaction)
    await ctx.mails.add(mail, transaction)
  })
}
