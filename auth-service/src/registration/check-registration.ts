import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { RegisterRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import type { AuthContext } from '../context.ts'
import { passwordLength, passwordProblem } from '../passwords/password-policy.ts'
import { dateOfBirthProblem, minimumAge } from './date-of-birth.ts'
import { cleanGlobalName, globalNameLength, globalNameProblem } from './global-name.ts'
import { usernameLength, usernameProblem } from './username.ts'
import { usernameCandidates } from './username-candidates.ts'

type CheckContext = Pick<AuthContext, 'accounts' | 'clock'>

/** A registration whose every field is right: normalised, and absent where it was left out. */
export type Registration = {
  email: EmailAddress | null
  globalName: string | null
  username: string | null
  password: string | null
  dateOfBirth: string
}

const emailLength = { min: 1, max: 254 }

/** What the texts of field problems say in their braces. */
const bounds: Partial<Record<FieldCode, Record<string, number>>> = {
  EMAIL_LENGTH_INVALID: emailLength,
  PASSWORD_LENGTH_INVALID: passwordLength,
  USERNAME_LENGTH_INVALID: usernameLength,
  GLOBAL_NAME_LENGTH_INVALID: globalNameLength,
  MUST_BE_MINIMUM_AGE: { min: minimumAge },
}

/** Reads a registration; fails with one INVALID_FORM_BODY that names every field that is wrong (reference-api.md 4.1). */
export async function checkRegistration(ctx: CheckContext, request: RegisterRequest): Promise<Registration> {
  const { email: typed, username, password, dateOfBirth, consent } = request
  const email = typed === undefined ? null : readEmailAddress(typed)
  const globalName = request.globalName === undefined ? null : cleanGlobalName(request.globalName)
  const context = { email: typed, username: username ?? usernameCandidates(globalName ?? '')[0] }

  const problems: Record<string, FieldCode | null> = {
    consent: consent ? null : 'MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
    date_of_birth: dateOfBirthProblem(dateOfBirth, ctx.clock.now()),
    email: typed === undefined ? null : await emailProblem(ctx, typed, email),
    password: password === undefined ? null : passwordProblem(password, context),
    username: username === undefined ? null : await usernameProblemNow(ctx, username),
    global_name: globalName === null ? null : globalNameProblem(globalName),
  }
  assertNone(problems)
  return { email, globalName, username: username ?? null, password: password ?? null, dateOfBirth }
}

async function emailProblem(
  ctx: CheckContext,
  typed: string,
  email: EmailAddress | null,
): Promise<FieldCode | null> {
  const length = [...(email?.address ?? typed)].length
  if (length < emailLength.min || length > emailLength.max) return 'EMAIL_LENGTH_INVALID'
  if (email === null) return 'INVALID_EMAIL_FORMAT'
  return (await ctx.accounts.isEmailTaken(email)) ? 'EMAIL_ALREADY_IN_USE' : null
}

async function usernameProblemNow(ctx: CheckContext, username: string): Promise<FieldCode | null> {
  const problem = usernameProblem(username)
  if (problem !== null) return problem
  return (await ctx.accounts.isUsernameExhausted(username)) ? 'TOO_MANY_USERS_WITH_THIS_USERNAME' : null
}

function assertNone(problems: Record<string, FieldCode | null>): void {
  const wrong: Parameters<typeof invalidFields>[0] = {}
  for (const [path, code] of Object.entries(problems)) {
    if (code !== null) wrong[path] = [code, bounds[code] ?? {}]
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}
