import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { type ActContext, recordAct } from '../audit/record-act.ts'
import type { AuthContext } from '../context.ts'
import { forgetTries } from '../throttle/remember-device.ts'

export type EraseContext = ActContext & Pick<AuthContext, 'accounts' | 'inTransaction' | 'throttle'>

/**
 * Erases what is kept of an account: of the person nothing stays, and the id is never given again (docs/accounts.md). With
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
  if (account) await forgetTries(ctx, account)
  return ctx.inTransaction(async (session) => {
    const at = new Date(ctx.clock.now())
    const isErased = await ctx.accounts.erase(accountId, { at, ...(ifDue && { due: at }) }, session)
    if (!isErased) return false
    await ctx.audit.anonymise(accountId, session)
    const by = ifDue ? 'owner' : 'operator'
    const act = { type: 'account.erase', outcome: 'ok', accountId, detail: { by } } as const
    await recordAct(ctx, call, act, session)
    return true
  })
}
