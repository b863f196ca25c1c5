import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem, emailProblem } from '../accounts/email-problem.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { passwordProblem } from '../passwords/password-policy.ts'
import { passwordProofProblem } from '../step-up/assert-step-up.ts'
import type { RequestedUpdate } from './requested-update.ts'

type Problems = Partial<Record<'email' | 'password' | 'new_password', FieldCode | null>>

export function isClaim(account: Account, { email, password, newPassword }: RequestedUpdate): boolean {
  const isUnclaimed = account.email === null && account.passwordHash === null
  return isUnclaimed && [email, password, newPassword].some((field) => field !== undefined)
}

export function credentialProblems(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<Problems> {
  return isClaim(account, request)
    ? claimProblems(ctx, account, request, call)
    : changeProblems(ctx, account, request, call)
}

async function changeProblems(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<Problems> {
  const { actor, client, email, password, newPassword, username = account.username } = request
  const names = { email: account.email ?? email, username }
  return {
    email: await addedEmailProblem(),
    new_password: newPassword === undefined ? null : await newPasswordProblem(ctx, newPassword, names),
    password: await currentPasswordProblem(),
  }

  /** Only an account without an address may add one: changing it requires a mail. */
  async function addedEmailProblem(): Promise<FieldCode | null> {
    if (email === undefined) return null
    if (account.email !== null) return 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN'
    return emailFormProblem(email, readEmailAddress(email)) ?? newEmailProblem(ctx, email, request, call)
  }

  // Changing a password requires the current one, however recent the proof of the session is.
  async function currentPasswordProblem(): Promise<FieldCode | null> {
    if (password !== undefined) return passwordProofProblem(ctx, account, { actor, client, password }, call)
    return newPassword !== undefined && account.passwordHash !== null ? 'REQUIRED' : null
  }
}

/** As at registration: first the fields by themselves, then limits, then lookups. */
async function claimProblems(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<Problems> {
  const { email, password, newPassword, username = account.username } = request
  const names = { email, username }
  if (email === undefined || password === undefined || newPassword !== undefined) {
    return {
      email: email === undefined ? 'REQUIRED' : emailFormProblem(email, readEmailAddress(email)),
      password: password === undefined ? 'REQUIRED' : passwordProblem(password, names),
      new_password: newPassword === undefined ? null : 'FIELD_NOT_ALLOWED',
    }
  }
  const form = emailFormProblem(email, readEmailAddress(email))
  const policy = passwordProblem(password, names)
  if (form !== null || policy !== null) return { email: form, password: policy }
  return {
    email: await newEmailProblem(ctx, email, request, call),
    password: await newPasswordProblem(ctx, password, names),
  }
}

/** Counts as a registration, because it also reveals whether an address has an account. */
async function newEmailProblem(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains' | 'throttle'>,
  typed: string,
  { actor, client }: RequestedUpdate,
  call: Call,
): Promise<FieldCode | null> {
  const email = readEmailAddress(typed)
  const accountId = actor?.accountId
  await ctx.throttle.takeRegistration({ email, client }, call)
  return emailProblem(ctx, typed, email, { client, except: accountId }, call)
}
