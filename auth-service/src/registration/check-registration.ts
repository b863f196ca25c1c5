import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import type { RegisterRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailProblem } from '../accounts/email-problem.ts'
import { type FieldProblems, refuseFields } from '../accounts/refuse-fields.ts'
import type { AuthContext } from '../context.ts'
import { passwordProblem } from '../passwords/password-policy.ts'
import { dateOfBirthProblem } from './date-of-birth.ts'
import { cleanGlobalName, globalNameProblem } from './global-name.ts'
import { usernameProblem } from './username.ts'
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

/** Reads a registration; fails with one INVALID_FORM_BODY that names every field that is wrong (reference-api.md 4.1). */
export async function checkRegistration(ctx: CheckContext, request: RegisterRequest): Promise<Registration> {
  const { email: typed, username, password, dateOfBirth, consent } = request
  const email = typed === undefined ? null : readEmailAddress(typed)
  const globalName = request.globalName === undefined ? null : cleanGlobalName(request.globalName)
  const context = { email: typed, username: username ?? usernameCandidates(globalName ?? '')[0] }

  const problems: FieldProblems = {
    consent: consent ? null : 'MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
    date_of_birth: dateOfBirthProblem(dateOfBirth, ctx.clock.now()),
    email: typed === undefined ? null : await emailProblem(ctx, typed, email),
    password: password === undefined ? null : passwordProblem(password, context),
    username: username === undefined ? null : await usernameProblemNow(ctx, username),
    global_name: globalName === null ? null : globalNameProblem(globalName),
  }
  refuseFields(problems)
  return { email, globalName, username: username ?? null, password: password ?? null, dateOfBirth }
}

async function usernameProblemNow(ctx: CheckContext, username: string): Promise<FieldCode | null> {
  const problem = usernameProblem(username)
  if (problem !== null) return problem
  return (await ctx.accounts.isUsernameExhausted(username)) ? 'TOO_MANY_USERS_WITH_THIS_USERNAME' : null
}
