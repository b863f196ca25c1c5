import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import type { AuthContext } from '../context.ts'
import { forgetAttempts, forgetFailures } from '../throttle/remember-device.ts'

export type SettleContext = Pick<AuthContext, 'accounts' | 'clock' | 'sessions' | 'throttle'>

/**
 * What follows a new password once it is stored: every session ends but the one that changed it, and a password that wrong tries
 * had closed is open again. A reset, which no session made, forgets the known places as well: whoever took the account over may
 * have signed in from one. The sweeper ends the sessions of a change that got no further. Fails with SERVICE_UNAVAILABLE.
 */
export async function settlePasswordChange(
  ctx: SettleContext,
  account: Account,
  revocation: PendingRevocation,
  call: Call,
): Promise<void> {
  const forget = revocation.exceptIdHash === undefined ? forgetAttempts : forgetFailures
  // Side by side: that one of the two cannot be done now must not keep the other from being done.
  await Promise.all([settleRevocation(ctx, account.id, revocation, call), forget(ctx, account)])
}
