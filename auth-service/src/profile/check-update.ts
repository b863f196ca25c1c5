import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { UpdateMeRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { emailProblem } from '../accounts/email-problem.ts'
import { readLocale } from '../accounts/locale.ts'
import { refuseFields } from '../accounts/refuse-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { cleanGlobalName, globalNameProblem } from '../registration/global-name.ts'
import { passwordProofProblem, type StepUpContext } from '../step-up/assert-step-up.ts'
import { checkTag, isOtherTag } from './check-tag.ts'

export type CheckContext = StepUpContext & Pick<AuthContext, 'breachedPasswords' | 'mailDomains'>

/** What is right and new in an update; the password is not hashed yet. */
export type CheckedUpdate = Omit<AccountChanges, 'password'> & { newPassword?: string }

/** Whether an account without email and password is to be given both (contract.md 9, "Account life"). */
export function isClaim(account: Account, { email, password, newPassword }: UpdateMeRequest): boolean {
  const isUnclaimed = account.email === null && account.passwordHash === null
  return isUnclaimed && [email, password, newPassword].some((field) => field !== undefined)
}

/** Whether an update takes a proof of who asks (reference-api.md 7). */
export function isSensitive(account: Account, request: UpdateMeRequest): boolean {
  const { email, newPassword } = request
  return (
    isOtherTag(account, request) ||
    newPassword !== undefined ||
    (email !== undefined && account.email === null)
  )
}

/** Reads an update; fails with one INVALID_FORM_BODY that names every field that is wrong. What is so already is left out. */
export async function checkUpdate(
  ctx: CheckContext,
  account: Account,
  request: UpdateMeRequest,
  call: Call,
): Promise<CheckedUpdate> {
  const { tag, problems } = isOtherTag(account, request)
    ? await checkTag(ctx, account, request)
    : { problems: {} }
  const globalName = request.globalName ? cleanGlobalName(request.globalName) : null
  const locale = request.locale ? readLocale(request.locale) : null
  refuseFields({
    ...problems,
    global_name: request.globalName ? globalNameProblem(globalName ?? '') : null,
    locale: request.locale && locale === null ? 'LOCALE_INVALID_FORMAT' : null,
    ...(await credentialProblems(ctx, account, request, call)),
  })

  const email = readEmailAddress(request.email ?? '')
  const newPassword = isClaim(account, request) ? request.password : request.newPassword
  return {
    ...(tag && { tag }),
    ...(request.globalName !== undefined && globalName !== account.globalName && { globalName }),
    ...(request.locale !== undefined && locale !== account.locale && { locale }),
    ...(email && { email }),
    ...(newPassword !== undefined && { newPassword }),
  }
}

type Problems = Partial<Record<'email' | 'password' | 'new_password', FieldCode | null>>

async function credentialProblems(
  ctx: CheckContext,
  account: Account,
  request: UpdateMeRequest,
  call: Call,
): Promise<Problems> {
  if (isClaim(account, request)) return claimProblems(ctx, account, request)
  const { actor, client, email, password, newPassword, username = account.username } = request
  const context = { email: account.email ?? undefined, username }
  return {
    email: await firstEmailProblem(),
    new_password: newPassword === undefined ? null : await newPasswordProblem(ctx, newPassword, context),
    password: await presentPasswordProblem(),
  }

  /** An account that was registered with a password alone may add an address; another one takes a mail to it. */
  async function firstEmailProblem(): Promise<FieldCode | null> {
    if (email === undefined) return null
    if (account.email !== null) return 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN'
    return emailProblem(ctx, email, readEmailAddress(email))
  }

  // Who changes a password has to know the present one, however fresh the session's proof is (security.md row 13).
  async function presentPasswordProblem(): Promise<FieldCode | null> {
    if (password !== undefined) return passwordProofProblem(ctx, account, { actor, client, password }, call)
    return newPassword !== undefined && account.passwordHash !== null ? 'REQUIRED' : null
  }
}

async function claimProblems(
  ctx: CheckContext,
  account: Account,
  { email, password, newPassword, username = account.username }: UpdateMeRequest,
): Promise<Problems> {
  return {
    email: email === undefined ? 'REQUIRED' : await emailProblem(ctx, email, readEmailAddress(email)),
    password:
      password === undefined ? 'REQUIRED' : await newPasswordProblem(ctx, password, { email, username }),
    new_password: newPassword === undefined ? null : 'FIELD_NOT_ALLOWED',
  }
}
