import type { LoginRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { hashNotRenewed } from '../log-events.ts'
import { requesterOf } from '../passwords/password-hash.ts'

/** Replaces a hash of older parameters. If that fails, the next sign-in retries it. */
export async function renewHash(
  ctx: Pick<AuthContext, 'accounts' | 'passwords'>,
  account: Account,
  { password, client }: WithClient<LoginRequest>,
  call: Call,
): Promise<void> {
  const old = account.passwordHash
  if (old === null || ctx.passwords.isCurrentHash(old)) return
  try {
    const renewed = await ctx.passwords.hash(password, requesterOf(client, call))
    await ctx.accounts.replacePasswordHash(account.id, old, renewed)
  } catch (error) {
    hashNotRenewed(call, account.id, error)
  }
}
