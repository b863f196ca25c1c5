import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import { inviteNotRedeemed } from '../log-events.ts'

/** An invalid code or an unavailable guild directory does not fail the sign-in. */
export async function redeemInvite(
  ctx: Pick<AuthContext, 'deadlines' | 'guilds'>,
  code: string | undefined,
  userId: string,
  call: Call,
): Promise<void> {
  if (!code) return
  try {
    await ctx.guilds.redeemInvite(
      { code, userId },
      { requestId: call.requestId, deadlineMs: ctx.deadlines.inviteMs },
    )
  } catch (error) {
    inviteNotRedeemed(call, userId, error)
  }
}
