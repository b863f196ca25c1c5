import type { LoginRequest, LoginResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { requireAuthorizedAddress } from '../ip-authorization/require-authorized-address.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import type { SignIn } from '../sign-in/complete-sign-in.ts'
import { signInOrIssueTicket } from '../sign-in/sign-in-or-issue-ticket.ts'
import { checkCounted } from '../throttle/counted-attempt.ts'
import { type AttemptSource, emailAttemptKey } from '../throttle/password-attempts.ts'
import { renewHash } from './renew-hash.ts'

export async function login(
  ctx: AuthContext,
  request: WithClient<LoginRequest>,
  call: Call,
): Promise<LoginResponse> {
  // First, so that a request that will be rejected in a burst of sign-ins costs no query. Whose device token it is takes a query.
  ctx.passwords.assertCapacity({
    address: request.client.address,
    isKnown: request.deviceToken !== undefined,
  })
  const { account, sinceMs } = await verifyPassword(ctx, request, call)
  await assertSignInAllowed(ctx, account, request, call)
  await renewHash(ctx, account, request, call)

  const { client, inviteCode, deviceToken, waiterToken } = request
  const signIn = { client, method: 'password', inviteCode, deviceToken, sinceMs } as const
  // A second factor proves more than an authorized address.
  const addressAddedAt = hasSecondFactor(account)
    ? undefined
    : await requireAuthorizedAddress(ctx, account, { ...signIn, waiterToken }, call)
  return { outcome: await signInOrIssueTicket(ctx, account, { ...signIn, addressAddedAt }, call) }
}

async function verifyPassword(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'passwords' | 'throttle'>,
  { email, password, client, deviceToken }: WithClient<LoginRequest>,
  call: Call,
): Promise<{ account: Account; sinceMs: SignIn['sinceMs'] }> {
  const emailAddress = readEmailAddress(email)
  const account = emailAddress && (await ctx.accounts.findByEmail(emailAddress))
  const attemptKey = emailAttemptKey(email, emailAddress)
  const source = attemptSourceOf(ctx, account, client.address, deviceToken)
  const requester = requesterOf(client, call, { isKnown: 'deviceId' in source })
  ctx.passwords.assertCapacity(requester)
  const accountId = account?.id ?? null
  const attempt = await ctx.throttle.takePasswordAttempt({ attemptKey, source, accountId, client }, call)
  const proved = await checkCounted(attempt, async () => {
    const hash = account?.passwordHash ?? null
    return (await ctx.passwords.matches(password, hash, requester)) ? account : null
  })
  if (!proved) {
    // Stored with and without an account, so that timing does not reveal whether there is one.
    const about = { accountId, client, failed: true, detail: { method: 'password' } }
    await ctx.audit.emit(call, 'account.sign_in', about)
    throw wrongEmailOrPassword()
  }
  return { account: proved, sinceMs: attempt.sinceMs }
}

/** Reveals a suspension only after the right password, and records that the password was right. */
async function assertSignInAllowed(
  ctx: Pick<AuthContext, 'audit' | 'clock'>,
  account: Account,
  { client }: WithClient<LoginRequest>,
  call: Call,
): Promise<void> {
  try {
    assertMaySignIn(account, ctx.clock.now())
  } catch (error) {
    const detail = { method: 'password', reason: 'suspended' }
    await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
    throw error
  }
}

function attemptSourceOf(
  { throttle }: Pick<AuthContext, 'throttle'>,
  account: Account | null,
  clientAddress: string,
  deviceToken: string | undefined,
): AttemptSource {
  const deviceId = account && throttle.devices.deviceOf(deviceToken, account)
  return deviceId === null ? { clientAddress } : { deviceId }
}

function wrongEmailOrPassword(): ServiceError {
  return invalidFields({ email: 'INVALID_EMAIL_OR_PASSWORD', password: 'INVALID_EMAIL_OR_PASSWORD' })
}
