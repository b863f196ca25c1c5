import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { assertNotSuspended, isOpen } from '../accounts/account-status.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { sessionOrphaned } from '../log-events.ts'
import { rememberDevice } from '../throttle/remember-device.ts'
import { redeemInvite } from './redeem-invite.ts'
import { reopen } from './reopen.ts'

export type SignInContext = EmitContext &
  Pick<AuthContext, 'accounts' | 'guilds' | 'inTransaction' | 'sessions' | 'throttle'>

export type SignIn = {
  client: Client | undefined
  proofMethods: ProofMethod[]
  method: string
  inviteCode: string | undefined
  deviceToken: string | undefined
}

/** Creates a session for an authenticated account. Last step of every way to sign in. */
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
    const event = { type: 'account.sign_in', outcome: 'ok', accountId, client, detail: { method } } as const
    await emitEvent(ctx, call, { ...event, sessionIdHash: session?.idHash })
  })
  await redeemInvite(ctx, inviteCode, accountId, call)
  return { token, accountId, deviceToken }
}

/**
 * Race: the password is verified, then another request closes the account or changes the password and ends all sessions, and only
 * then is this session created. Therefore the account is read again afterwards. Guarded by "rejects a sign-in if the account is
 * closed meanwhile" and "rejects a sign-in if the password is changed meanwhile".
 */
async function assertUnchanged(ctx: SignInContext, proved: Account): Promise<void> {
  const account = await ctx.accounts.find(proved.id)
  assertNotSuspended(account, ctx.clock.now())
  const isSamePassword = account.passwordChangedAt?.getTime() === proved.passwordChangedAt?.getTime()
  if (!isOpen(account, ctx.clock.now()) || !isSamePassword) throw unavailable()
}

/** Ends the session if `finish` fails. If that fails too, at least nobody knows its token. */
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
      .catch((error: unknown) => sessionOrphaned(call, accountId, error))
    throw refusal
  }
}
