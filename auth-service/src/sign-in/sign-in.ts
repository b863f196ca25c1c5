import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { assertNotSuspended, isOpen } from '../accounts/account-status.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { orphanSessionLeft } from '../events.ts'
import { rememberDevice } from '../throttle/remember-device.ts'
import { redeemInvite } from './redeem-invite.ts'
import { reopen } from './reopen.ts'

export type SignInContext = EmitContext &
  Pick<AuthContext, 'accounts' | 'guilds' | 'inTransaction' | 'sessions' | 'throttle'>

/** How somebody came to be signed in. */
export type SignIn = {
  client: Client | undefined
  proofMethods: ProofMethod[]
  /** The same in the words of the audit log. */
  method: string
  inviteCode: string | undefined
  deviceToken: string | undefined
}

/** The last step of every door: a session for an account that has proved all it had to. */
export async function signIn(
  ctx: SignInContext,
  account: Account,
  { client, proofMethods, method, inviteCode, deviceToken: presented }: SignIn,
  call: Call,
): Promise<SignedIn> {
  await reopen(ctx, account, client, call)
  const deviceToken = await rememberDevice(ctx, account, { client, deviceToken: presented })
  const accountId = account.id
  const { token, session } = await ctx.sessions.create({ accountId, client, proofMethods }, call)
  await revokeOnFailure(ctx, { token, accountId }, call, async () => {
    await assertUnchanged(ctx, account)
    const act = { type: 'account.sign_in', outcome: 'ok', accountId, client, detail: { method } } as const
    await emitEvent(ctx, call, { ...act, sessionIdHash: session?.idHash })
  })
  await redeemInvite(ctx, inviteCode, accountId, call)
  return { token, accountId, deviceToken }
}

/**
 * Closing an account and changing its password end its sessions, but not one that was made a moment later for a password
 * checked a moment before. So the account is looked at again. Guarded by "does not let in an account that is closed while it
 * signs in" and "does not let in with a password that is changed meanwhile".
 */
async function assertUnchanged(ctx: SignInContext, proved: Account): Promise<void> {
  const account = await ctx.accounts.find(proved.id)
  assertNotSuspended(account, ctx.clock.now())
  const isSamePassword = account.passwordChangedAt?.getTime() === proved.passwordChangedAt?.getTime()
  if (!isOpen(account, ctx.clock.now()) || !isSamePassword) throw unavailable()
}

/** A session that nobody is told of does not stay; when it cannot be ended, its token is known to nobody at least. */
async function revokeOnFailure(
  ctx: SignInContext,
  { token, accountId }: { token: string; accountId: string },
  call: Call,
  finish: () => Promise<void>,
): Promise<void> {
  try {
    await finish()
  } catch (refusal) {
    await ctx.sessions
      .revokeToken({ token }, { requestId: call.requestId })
      .catch((error: unknown) => orphanSessionLeft(call, accountId, error))
    throw refusal
  }
}
