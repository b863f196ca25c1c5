import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'

/** Longer than any call that may still add audit records of an account while it is erased. */
const recordingTimeoutMs = 60 * 60_000

/** With `ifDue`, only if the deletion is still due. False if nothing was erased. */
export async function eraseAccount(
  ctx: AuthContext,
  accountId: string,
  call: Pick<Call, 'requestId'>,
  { ifDue = false } = {},
): Promise<boolean> {
  const account = await ctx.accounts.find(accountId)
  // Before the email is erased, so that a retry after a failure of Redis still finds it.
  if (account) await ctx.throttle.attempts.clearAll(accountAttemptKey(account))
  return ctx.inTransaction(async (transaction) => {
    const at = new Date(ctx.clock.now())
    const isErased = await ctx.accounts.erase(accountId, { at, ...(ifDue && { due: at }) }, transaction)
    if (!isErased) return false
    await ctx.mails.removeOf(accountId, transaction)
    await ctx.authorizedAddresses.removeOf(accountId, transaction)
    await ctx.ipAuthorizations.removeOf(accountId, transaction)
    const by = ifDue ? 'owner' : 'operator'
    await ctx.audit.emit(call, 'account.erase', { accountId, detail: { by } }, transaction)
    return true
  })
}

/** Done again later: calls in flight may still add records. */
export async function anonymiseErased(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock'>,
  { accountId, deletedAt }: { accountId: string; deletedAt: Date },
): Promise<void> {
  const last = new Date(deletedAt.getTime() + recordingTimeoutMs)
  const isLast = ctx.clock.now() >= last.getTime()
  await ctx.audit.anonymise(accountId)
  await ctx.accounts.setAnonymised(accountId, isLast ? null : last)
}
