import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import type { PendingRevocation } from '../accounts/pending-revocation.ts'
import type { AuthContext } from '../context.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'

/** A reset also clears known client addresses: an attacker may have signed in from one. */
export async function settlePasswordChange(
  ctx: Pick<AuthContext, 'accounts' | 'sessions' | 'throttle'>,
  account: Account,
  revocation: PendingRevocation,
  call: Call,
): Promise<void> {
  const { attempts } = ctx.throttle
  const clear = revocation.exceptIdHash === undefined ? attempts.clearAll : attempts.clearFailures
  // In parallel, so that the failure of one does not prevent the other.
  await Promise.all([settleRevocation(ctx, account.id, revocation, call), clear(accountAttemptKey(account))])
}
