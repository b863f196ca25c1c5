import type { UpdateMeRequest, UpdateMeResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { newRevert } from '../account-changes/email-token.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { assertNotManaged } from '../single-sign-on/enforcement.ts'
import { assertFreshProof, assertSecondFactor } from '../step-up/assert-step-up.ts'
import { renewDevice } from '../throttle/remember-device.ts'
import { applyChanges } from './apply-changes.ts'
import { type CheckedUpdate, checkUpdate, isSensitive } from './check-update.ts'
import { type RequestedUpdate, readUpdate } from './requested-update.ts'
import { accountMessage } from './user-message.ts'

export async function updateMe(
  ctx: AuthContext,
  message: WithClient<UpdateMeRequest>,
  call: Call,
): Promise<UpdateMeResponse> {
  const account = await signedInAccount(ctx, message.actor)
  const request = readUpdate(message)
  const { email, newPassword, emailToken } = request
  const isManaged = [email, newPassword, emailToken].some((field) => field !== undefined)
  if (isManaged) await assertNotManaged(ctx, account)
  const update = await provedUpdate(ctx, account, request, call)
  const { changes, revertToken } = await toChanges(ctx, account, update, request, call)
  const changed = await applyChanges(ctx, account, { changes, request, revertToken }, call)
  // A new password invalidates all device tokens, also that of the caller.
  const deviceToken = changes.password && renewDevice(ctx, changed, undefined)
  return { account: await accountMessage(ctx, changed), deviceToken }
}

/** `checkUpdate` checks the password. It is not enough for an account with a second factor. */
async function provedUpdate(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<CheckedUpdate> {
  const { actor, client, password, secondFactor } = request
  const check = () => allowedUpdate(ctx, account, request, call)
  if (secondFactor) return assertSecondFactor(ctx, account, { actor, client, secondFactor }, call, check)
  const isPasswordEnough = password !== undefined && !hasSecondFactor(account)
  if (!isPasswordEnough && isSensitive(account, request)) await assertFreshProof(ctx, account, actor)
  return check()
}

async function allowedUpdate(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<CheckedUpdate> {
  const update = await checkUpdate(ctx, account, request, call)
  if (update.tag) await ctx.throttle.takeForAccount('users:username', account.id)
  if (update.newEmail) await ctx.throttle.takeForAccount('users:email', account.id)
  return update
}

async function toChanges(
  ctx: Pick<AuthContext, 'clock' | 'passwords'>,
  account: Account,
  { newEmail, newPassword, ...changes }: CheckedUpdate,
  { actor, client }: RequestedUpdate,
  call: Call,
): Promise<{ changes: AccountChanges; revertToken: string | null }> {
  const hash =
    newPassword === undefined
      ? null
      : await ctx.passwords.hash(newPassword, requesterOf(client, call, { isKnown: true }))
  const now = ctx.clock.now()
  const revocation = newPendingRevocation(new Date(now), actor?.sessionIdHash)
  const { revertToken = null, revert } = (newEmail && newRevert(account, now)) ?? {}
  return {
    revertToken,
    changes: {
      ...changes,
      ...(newEmail &&
        revert && { newEmail: { ...newEmail, previous: revert.email.key, revert, revocation } }),
      ...(hash !== null && {
        password: { hash, previous: account.passwordHash, keepsReset: !account.verified, revocation },
      }),
    },
  }
}
