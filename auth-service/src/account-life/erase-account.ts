import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { forgetAttempts } from '../throttle/remember-device.ts'

/** Longer than it takes this service to record what it did for an account while it was being erased. */
const recordingTakesMs = 60 * 60_000

export type EraseContext = EmitContext & Pick<AuthContext, 'accounts' | 'inTransaction' | 'throttle'>

/**
 * Erases an account: nothing of the person stays, and the id is never given again (docs/accounts.md). Its audit records are
 * anonymised afterwards, by anonymiseErased: there may be more of them than one transaction can change. With
 * `ifDue`, only when its deletion is still due, because a sign-in may have called it off. False when nothing was erased.
 */
export async function eraseAccount(
  ctx: EraseContext,
  accountId: string,
  call: Pick<Call, 'requestId'>,
  { ifDue = false } = {},
): Promise<boolean> {
  const account = await ctx.accounts.find(accountId)
  // Before the email is gone: while Redis is away nothing is erased, and the next attempt finds both.
  if (account) await forgetAttempts(ctx, account)
  return ctx.inTransaction(async (session) => {
    const at = new Date(ctx.clock.now())
    const isErased = await ctx.accounts.erase(accountId, { at, ...(ifDue && { due: at }) }, session)
    if (!isErased) return false
    const by = ifDue ? 'owner' : 'operator'
    const act = { type: 'account.erase', outcome: 'ok', accountId, detail: { by } } as const
    await emitEvent(ctx, call, act, session)
    return true
  })
}

/** Anonymises the audit records of an erased account, and once more when the acts that were under way are recorded too. */
export async function anonymiseErased(
  ctx: Pick<EraseContext, 'accounts' | 'audit' | 'clock'>,
  { accountId, deletedAt }: { accountId: string; deletedAt: Date },
): Promise<void> {
  const last = new Date(deletedAt.getTime() + recordingTakesMs)
  const isLast = ctx.clock.now() >= last.getTime()
  await ctx.audit.anonymise(accountId)
  await ctx.accounts.noteAnonymised(accountId, isLast ? null : last)
}
