import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { AuthContext } from '../context.ts'
import type { Account } from './account.ts'
import { isOpen } from './account-status.ts'

/** The account of a verified caller. Fails with UNAUTHORIZED if it is closed or erased. */
export async function signedInAccount(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  actor: Actor | undefined,
): Promise<Account> {
  const account = actor ? await ctx.accounts.find(actor.accountId) : null
  if (account === null || !isOpen(account, ctx.clock.now())) throw new ServiceError('UNAUTHORIZED')
  return account
}
