import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import type { TicketAttempt } from '../factors/code-attempts.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'

type WrongCode = {
  factor: string
  pending: PendingLogin
  attempt: Pick<TicketAttempt, 'isSuspicious'>
  client: Client
}

/** Emits the event. A suspicious attempt is also mailed to the owner, once per window: somebody has passed the first step. */
export async function reportWrongCode(
  ctx: Pick<AuthContext, 'audit' | 'mails' | 'throttle'>,
  account: Account,
  { factor, pending: { method }, attempt: { isSuspicious }, client }: WrongCode,
  call: Call,
): Promise<void> {
  const detail = { method, factor, reason: 'second_factor' }
  await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
  if (isSuspicious) await warnOwner(ctx, account, client)
}

async function warnOwner(
  ctx: Pick<AuthContext, 'mails' | 'throttle'>,
  account: Account,
  client: Client,
): Promise<void> {
  const warning = await ctx.throttle.takeFirstInWindow(`second_factor_failures ${account.id}`, 'auth:mfa')
  if (warning === null) return
  try {
    const variables = ctx.mails.causeOf(client)
    await ctx.mails.add(
      await ctx.mails.prepare({ kind: 'second_factor_failures', account, client, variables }),
    )
  } catch (error) {
    await warning.giveBack()
    throw error
  }
}
