import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { assertNotSuspended, needsReopening } from '../accounts/account-status.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'

/**
 * A sign-in opens an account that its owner closed and calls off its deletion (contract.md 9, "Account life"); a ban that is
 * over leaves with it. Sessions from before the closing end for certain, so that none of them comes back to life.
 */
export async function reopen(
  ctx: EmitContext & Pick<AuthContext, 'accounts' | 'inTransaction' | 'sessions'>,
  account: Account,
  client: Client | undefined,
  call: Call,
): Promise<void> {
  if (!needsReopening(account)) return
  await endSessions(ctx, account.id, call)
  await ctx.inTransaction(async (session) => {
    const now = ctx.clock.now()
    assertNotSuspended(await ctx.accounts.reopen(account.id, new Date(now), session), now)
    const act = { type: 'account.reopen', outcome: 'ok', accountId: account.id, client } as const
    await emitEvent(ctx, call, { ...act, detail: { from: whatClosed(account) } }, session)
  })
}

function whatClosed({ closedAt, deletionDueAt }: Account): string {
  if (closedAt === null) return 'suspension'
  return deletionDueAt === null ? 'disable' : 'delete'
}
