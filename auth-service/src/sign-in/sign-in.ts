import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { assertMayComeIn, isOpen } from '../accounts/standing.ts'
import type { ActContext } from '../audit/record-act.ts'
import type { AuthContext } from '../context.ts'
import { rememberDevice } from '../throttle/remember-device.ts'
import { redeemInvite } from './redeem-invite.ts'
import { reopen } from './reopen.ts'

export type SignInContext = ActContext &
  Pick<AuthContext, 'accounts' | 'guilds' | 'inTransaction' | 'sessions' | 'throttle'>

/** How somebody came to be signed in. */
export type SignIn = {
  client: Client | undefined
  proofMethods: ProofMethod[]
  inviteCode: string | undefined
  deviceToken: string | undefined
}

/** The last step of every door: a session for an account that has proved all it had to. */
export async function signIn(
  ctx: SignInContext,
  account: Account,
  { client, proofMethods, inviteCode, deviceToken: presented }: SignIn,
  call: Call,
): Promise<SignedIn> {
  await reopen(ctx, account, client, call)
  const deviceToken = await rememberDevice(ctx, account, { client, deviceToken: presented })
  const { token } = await ctx.sessions.create({ accountId: account.id, client, proofMethods }, call)
  await assertStillOpen(ctx, account.id, token, call)
  await redeemInvite(ctx, inviteCode, account.id, call)
  return { token, accountId: account.id, deviceToken }
}

/**
 * Closing an account ends its sessions, but not one that was made a moment later for a password checked a moment before. So
 * the account is looked at again. Guarded by "does not let in an account that is closed while it signs in".
 */
async function assertStillOpen(
  ctx: SignInContext,
  accountId: string,
  token: string,
  call: Call,
): Promise<void> {
  try {
    const account = await ctx.accounts.find(accountId)
    assertMayComeIn(account, ctx.clock.now())
    if (!isOpen(account, ctx.clock.now()))
      throw new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 1 } })
  } catch (refusal) {
    await ctx.sessions.revokeToken({ token }, { requestId: call.requestId })
    throw refusal
  }
}
