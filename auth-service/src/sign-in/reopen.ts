import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn, needsReopening } from '../accounts/account-status.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import type { AuthContext } from '../context.ts'

/** Ends all sessions first, so that none from before the closing becomes valid again. */
export async function reopen(ctx: AuthContext, account: Account, client: Client, call: Call): Promise<void> {
  if (!needsReopening(account)) return
  await endSessions(ctx, account.id, call)
  const from = closingCause(account)
  // Whoever knows the password can undo a deletion.
  const mail =
    from === 'suspension'
      ? null
      : await ctx.mails.prepare({
          kind: 'account_reopen',
          account,
          client,
          variables: { ...ctx.mails.causeOf(client), from },
        })
  await ctx.inTransaction(async (transaction) => {
    const now = ctx.clock.now()
    const reopened = await ctx.accounts.reopen(account.id, new Date(now), transaction)
    assertMaySignIn(reopened?.account ?? null, now)
    if (!reopened?.isChanged) return
    const about = { accountId: account.id, client, detail: { from } }
    await ctx.audit.emit(call, 'account.reopen', about, transaction)
    await ctx.mails.add(mail, transaction)
  })
}

function closingCause({ closedAt, deletionDueAt }: Account): 'suspension' | 'disable' | 'delete' {
  if (closedAt === null) return 'suspension'
  return deletionDueAt === null ? 'disable' : 'delete'
}
