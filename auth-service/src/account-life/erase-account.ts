import type { AuthContext } from '../context.ts'

type EraseContext = Pick<AuthContext, 'accounts' | 'clock' | 'inTransaction'>

/**
 * Erases what is kept of an account: of the person nothing stays, and the id is never given again. With `ifDue`, only
 * when its deletion is still due, because a sign-in may have called it off. False when there was nothing to erase.
 */
export function eraseAccount(ctx: EraseContext, accountId: string, { ifDue = false } = {}): Promise<boolean> {
  return ctx.inTransaction(async (session) => {
    const now = new Date(ctx.clock.now())
    return ctx.accounts.erase(accountId, { at: now, ...(ifDue && { due: now }) }, session)
  })
}
