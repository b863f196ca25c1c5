import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { AuthContext } from '../context.ts'
import { inviteNotRedeemed } from '../events.ts'

/** How long a sign-in waits for the guild directory. */
const deadlineMs = 1000

/** Joins the guild of an invite code. Best effort: a bad code or a directory that is away never spoils a sign-in (contract.md 3). */
export async function redeemInvite(
  ctx: Pick<AuthContext, 'guilds'>,
  code: string | undefined,
  userId: string,
  call: Call,
): Promise<void> {
  if (!code) return
  try {
    await ctx.guilds.redeemInvite({ code, userId }, { requestId: call.requestId, deadlineMs })
  } catch (error) {
    inviteNotRedeemed(call, userId, error)
  }
}
