import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import {
  type AssertStepUpRequest,
  type AssertStepUpResponse,
  AuthenticatorType,
  type SecondFactorProof,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { canProveWithPasskey, hasSecondFactor, hasUsableBackupCodes } from '../accounts/factors.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { availableMethods, availableNames } from '../factors/available-factors.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { linkedProvider } from '../single-sign-on/managing-provider.ts'
import { checkCounted } from '../throttle/counted-attempt.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'
import { canProveWithEmail } from './email-code.ts'
import { proveWithCode } from './prove-with-code.ts'
import { proveWithPasskey } from './prove-with-passkey.ts'
import { recordProof } from './record-proof.ts'

type Proof = Omit<WithClient<AssertStepUpRequest>, 'actor'> & { actor?: Actor | undefined }

type PasswordProof = { actor: Actor | undefined; client: Client; password: string }

const proofTtlMs = 5 * 60_000

export async function assertStepUp(
  ctx: AuthContext,
  request: WithClient<AssertStepUpRequest>,
  call: Call,
): Promise<AssertStepUpResponse> {
  await assertProved(ctx, await signedInAccount(ctx, request.actor), request, call)
  return {}
}

/** A password or code that is sent is checked even if the proof of the session is recent. */
export async function assertProved(
  ctx: AuthContext,
  account: Account,
  { actor, client, password, secondFactor }: Proof,
  call: Call,
): Promise<void> {
  const checkPassword = async () => {
    if (password === undefined) return
    rejectFields({ password: await passwordProofProblem(ctx, account, { actor, client, password }, call) })
  }
  if (secondFactor)
    return assertSecondFactor(ctx, account, { actor, client, secondFactor }, call, checkPassword)
  const isPasswordEnough = password !== undefined && !hasSecondFactor(account)
  if (!isPasswordEnough) await assertFreshProof(ctx, account, actor)
  await checkPassword()
}

/** An account with a second factor needs a proof with it. One without any credential cannot prove anything. */
export async function assertFreshProof(
  ctx: Pick<AuthContext, 'clock' | 'mails' | 'sms' | 'sso'>,
  account: Account,
  actor: Actor | undefined,
): Promise<void> {
  const needsFactor = hasSecondFactor(account)
  const hasCredential = account.passwordHash !== null || account.sso !== null || canProveWithPasskey(account)
  if (!needsFactor && !hasCredential) return
  const isEnough = !needsFactor || actor?.provedWithSecondFactor === true
  if (isEnough && isRecentProof(actor?.provedAt, ctx.clock.now())) return
  throw await stepUpRequired(ctx, account)
}

/** Returns the result of `checkRest`, which runs before the code is used. */
export async function assertSecondFactor<Checked>(
  ctx: AuthContext,
  account: Account,
  { actor, client, secondFactor }: Pick<Proof, 'actor' | 'client'> & { secondFactor: SecondFactorProof },
  call: Call,
  checkRest: () => Promise<Checked>,
): Promise<Checked> {
  const { method, code, emailCode } = secondFactor
  if (emailCode !== undefined)
    return assertEmailCode(ctx, account, { actor, client, code: emailCode }, call, checkRest)
  if (!canProveWith(ctx, account, method)) throw await stepUpRequired(ctx, account)
  if (method === AuthenticatorType.WEBAUTHN) {
    const proved = await proveWithPasskey(ctx, account, { actor, client, secondFactor }, call, checkRest)
    if (proved) return proved.checked
    throw invalidFields({ 'second_factor.response_json': 'INVALID_PASSKEY_RESPONSE' })
  }
  const factor = method === AuthenticatorType.SMS ? 'sms' : 'totp'
  const proved = await proveWithCode(ctx, account, { actor, client, code, factor }, call, checkRest)
  if (proved !== null && proved !== 'used') return proved.checked
  throw invalidFields({ 'second_factor.code': proved === 'used' ? 'CODE_ALREADY_USED' : 'INVALID_MFA_CODE' })
}

/** Backup codes are sent like those of an app. */
function canProveWith(ctx: Pick<AuthContext, 'sms'>, account: Account, method: AuthenticatorType): boolean {
  if (method === AuthenticatorType.WEBAUTHN) return canProveWithPasskey(account)
  if (method === AuthenticatorType.TOTP && hasUsableBackupCodes(account)) return true
  return availableMethods(ctx, account).includes(method)
}

async function assertEmailCode<Checked>(
  ctx: AuthContext,
  account: Account,
  { actor, client, code }: Pick<Proof, 'actor' | 'client'> & { code: string },
  call: Call,
  checkRest: () => Promise<Checked>,
): Promise<Checked> {
  if (!(await canProveWithEmail(ctx, account))) throw await stepUpRequired(ctx, account)
  const proved = await proveWithCode(ctx, account, { actor, client, code, factor: 'email' }, call, checkRest)
  if (proved !== null && proved !== 'used') return proved.checked
  throw invalidFields({ 'second_factor.email_code': 'INVALID_VERIFICATION_CODE' })
}

export async function stepUpRequired(
  ctx: Pick<AuthContext, 'mails' | 'sms' | 'sso'>,
  account: Account,
): Promise<ServiceError> {
  const hasMfa = hasSecondFactor(account)
  const methods = hasMfa ? availableNames(ctx, account) : await firstFactors(ctx, account)
  return new ServiceError('SUDO_MODE_REQUIRED', { data: { has_mfa: hasMfa, methods } })
}

async function firstFactors(ctx: Pick<AuthContext, 'mails' | 'sso'>, account: Account): Promise<string[]> {
  return [
    ...(account.passwordHash === null ? [] : ['password']),
    ...((await linkedProvider(ctx, account)) === null ? [] : ['sso']),
    ...(canProveWithPasskey(account) ? ['webauthn'] : []),
    ...((await canProveWithEmail(ctx, account)) ? ['email'] : []),
  ]
}

/** The problem with the current password as a proof, or null. It is stored with the session if it suffices. */
export async function passwordProofProblem(
  ctx: Pick<AuthContext, 'audit' | 'passwords' | 'sessions' | 'throttle'>,
  account: Account,
  { actor, client, password }: PasswordProof,
  call: Call,
): Promise<FieldCode | null> {
  if (account.passwordHash === null) return 'PASSWORD_NOT_SET'
  const isRight = await isOwnPassword(ctx, account, { client, password }, call)
  const about = { accountId: account.id, client, actor, failed: !isRight, detail: { method: 'password' } }
  await ctx.audit.emit(call, 'account.step_up', about)
  if (!isRight) return 'INVALID_PASSWORD'
  if (!hasSecondFactor(account)) await recordProof(ctx, actor, [ProofMethod.PASSWORD], call)
  return null
}

/** All sessions of an account share one budget: otherwise each handoff would add one. */
async function isOwnPassword(
  ctx: Pick<AuthContext, 'passwords' | 'throttle'>,
  account: Account,
  { client, password }: Pick<PasswordProof, 'client' | 'password'>,
  call: Call,
): Promise<boolean> {
  const of = { attemptKey: accountAttemptKey(account), accountId: account.id, client }
  const attempt = await ctx.throttle.takePasswordAttempt({ ...of, source: { signedIn: true } }, call)
  const proved = await checkCounted(attempt, async () => {
    const matches = await ctx.passwords.matches(
      password,
      account.passwordHash,
      requesterOf(client, call, { isKnown: true }),
    )
    return matches ? account : null
  })
  return proved !== null
}

/** A proof from the future, after the clock was set back, is not valid for longer. */
export function isRecentProof(provedAt: Date | null | undefined, now: number): boolean {
  return provedAt != null && Math.abs(now - provedAt.getTime()) <= proofTtlMs
}
