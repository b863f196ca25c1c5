import type {
  GetPasswordResetRequest,
  GetPasswordResetResponse,
  RequestPasswordResetRequest,
  RequestPasswordResetResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { newShortCode } from '@gatehouse/service-kit/tokens/short-code'
import { emitRemoved } from '../account-changes/emit-removed.ts'
import { settlePasswordChange } from '../account-changes/settle-password-change.ts'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem } from '../accounts/email-problem.ts'
import { emailedCodeMacs } from '../accounts/emailed-code.ts'
import { resetCodeOf, secretDigest } from '../accounts/emailed-token.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { signInOrIssueTicket } from '../sign-in/sign-in-or-issue-ticket.ts'
import { assertNotManaged } from '../single-sign-on/enforcement.ts'

/** Does not look up the account: mails/resolve-recipient.ts. */
export async function requestPasswordReset(
  ctx: Pick<AuthContext, 'mails'>,
  { client, email: typed }: RequestPasswordResetRequest,
): Promise<RequestPasswordResetResponse> {
  const email = readEmailAddress(typed)
  rejectFields({ email: emailFormProblem(typed, email) })
  const account = { id: '', email: email?.address ?? null, username: '', locale: null }
  const variables = { token: newSecret(), code: newShortCode() }
  await ctx.mails.add(await ctx.mails.prepare({ kind: 'password_reset', account, client, variables }))
  return {}
}

export async function getPasswordReset(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  { token }: GetPasswordResetRequest,
): Promise<GetPasswordResetResponse> {
  const { account, isFirstProof } = await resettable(ctx, token)
  const { email, username } = account
  return { email: email ?? '', username, removesCredentials: isFirstProof }
}

/** Token and code stay valid if the password is rejected. */
export async function resetPassword(
  ctx: AuthContext,
  request: WithClient<ResetPasswordRequest>,
  call: Call,
): Promise<ResetPasswordResponse> {
  const { client, token, code, password } = request
  ctx.passwords.assertCapacity({ address: client.address, isKnown: false })
  const found =
    token === '' && code !== undefined
      ? await resettableByCode(ctx, { ...request, code }, call)
      : await resettable(ctx, token)
  const { account, digest, isFirstProof } = found
  rejectFields({ password: await newPasswordProblem(ctx, password, account) })

  const changed = await storeReset(ctx, account, { digest, isFirstProof }, request, call)
  const signIn = { client, method: 'reset', inviteCode: undefined, deviceToken: undefined } as const
  return { outcome: await signInOrIssueTicket(ctx, changed, signIn, call) }
}

type Resettable = { account: Account; digest: string; isFirstProof: boolean }

async function resettable(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  token: string,
): Promise<Resettable> {
  const digest = secretDigest(token)
  const found = digest && (await ctx.accounts.findByResetToken(digest, new Date(ctx.clock.now())))
  if (!digest || !found) throw invalidToken()
  await assertResettable(ctx, found.account)
  return { ...found, digest }
}

async function assertResettable(ctx: Pick<AuthContext, 'clock' | 'sso'>, account: Account): Promise<void> {
  assertMaySignIn(account, ctx.clock.now())
  await assertNotManaged(ctx, account)
}

/**
 * Makes the same requests to the stores, and has the same limit, with and without an account. Wrong codes of strangers end those of all
 * strangers for a while, not those of a device that the account knows, and not the link.
 */
async function resettableByCode(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock' | 'keyRing' | 'sso' | 'throttle'>,
  { client, email: typed = '', code, deviceToken }: WithClient<ResetPasswordRequest> & { code: string },
  call: Call,
): Promise<Resettable> {
  const email = readEmailAddress(typed)
  rejectFields({ email: emailFormProblem(typed, email) })
  const macs = email && emailedCodeMacs(ctx.keyRing, resetCodeOf(email.key), code)
  if (!macs) throw invalidCode()

  const holder = await ctx.accounts.findByEmail(email)
  const device = holder && ctx.throttle.devices.deviceOf(deviceToken, holder)
  const limit = { ...failedAttempts, key: `reset:${digestText(email.key)}`, part: device ?? 'strangers' }
  const isAllowed = (await ctx.throttle.unscaledWindows.take([limit])) === 0
  const found = await ctx.accounts.findByResetCode(email, macs, new Date(ctx.clock.now()))
  if (isAllowed && found) {
    await ctx.throttle.unscaledWindows.giveBack(limit, 1)
    await assertResettable(ctx, found.account)
    return found
  }
  if (isAllowed) {
    const failed = { accountId: holder?.id ?? null, client, failed: true, detail: { by: 'reset' } } as const
    await ctx.audit.emit(call, 'account.password_change', failed)
  }
  throw invalidCode()
}

const failedAttempts = { bucket: 'auth:reset:code', limit: 5, windowSeconds: 15 * 60 } as const

/** Ends all sessions, forgets known devices and client addresses, and unlocks the password. An address that nobody had proved is verified. */
async function storeReset(
  ctx: AuthContext,
  account: Account,
  { digest, isFirstProof }: { digest: string; isFirstProof: boolean },
  { client, password }: WithClient<ResetPasswordRequest>,
  call: Call,
): Promise<Account> {
  const hash = await ctx.passwords.hash(password, requesterOf(client, call))
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  const variables = { ...ctx.mails.causeOf(client), by: 'owner' as const, isFirstProof }
  const mail = await ctx.mails.prepare({ kind: 'password_change', account, client, variables })
  const changed = await ctx.inTransaction(async (transaction) => {
    const stored = await ctx.accounts.resetPassword(digest, { hash, revocation }, transaction)
    if (stored === null) throw invalidToken()
    const { before, after } = stored
    const about = { accountId: account.id, client }
    await ctx.authorizedAddresses.removeOf(account.id, transaction)
    await ctx.audit.emit(call, 'account.password_change', { ...about, detail: { by: 'reset' } }, transaction)
    if (!before.verified) await ctx.audit.emit(call, 'account.verification', about, transaction)
    await emitRemoved(ctx, { before, after, by: 'reset', client }, call, transaction)
    await ctx.mails.add(mail, transaction)
    return after
  })
  await settlePasswordChange(ctx, changed, revocation, call)
  return changed
}

function invalidCode(): ServiceError {
  return invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
}

function invalidToken(): ServiceError {
  return invalidFields({ token: 'INVALID_OR_EXPIRED_RESET_TOKEN' })
}
