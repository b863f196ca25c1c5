import type { RegisterRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem, emailProblem } from '../accounts/email-problem.ts'
import { type FieldProblems, refuseFields } from '../accounts/refuse-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { type PasswordContext, passwordProblem } from '../passwords/password-policy.ts'
import type { ThrottleContext } from '../throttle/record-throttle.ts'
import { takeRegistration } from '../throttle/take-registration.ts'
import { dateOfBirthProblem } from './date-of-birth.ts'
import { cleanGlobalName, globalNameProblem } from './global-name.ts'
import { minimumAgeIn } from './minimum-age.ts'
import { usernameProblem } from './username.ts'
import { usernameCandidates } from './username-candidates.ts'

export type CheckContext = ThrottleContext &
  Pick<AuthContext, 'accounts' | 'breachedPasswords' | 'clock' | 'countryOf' | 'mailDomains'>

/** A registration whose every field is right: normalised, and absent where it was left out. */
export type Registration = {
  email: EmailAddress | null
  globalName: string | null
  username: string | null
  password: string | null
  dateOfBirth: string
}

/**
 * Reads a registration (reference-api.md 4.1). Fails with INVALID_FORM_BODY that names every field whose own rules are broken;
 * when none is, with one that names all that others had to be asked for. Those are asked for last and within limits, because each
 * costs something and one of them tells who has an account. Then it may also fail with RATE_LIMITED.
 */
export async function checkRegistration(
  ctx: CheckContext,
  request: RegisterRequest,
  call: Pick<Call, 'requestId'>,
): Promise<Registration> {
  const { username = null, password = null, dateOfBirth } = request
  const email = request.email === undefined ? null : readEmailAddress(request.email)
  const globalName = request.globalName === undefined ? null : cleanGlobalName(request.globalName)
  const registration = { email, globalName, username, password, dateOfBirth }
  // What the account will be called must not be its password.
  const called = { email: request.email, username: username ?? usernameCandidates(globalName ?? '')[0] }

  refuseFields(formProblems(ctx, request, registration, called))
  await takeRegistration(ctx, { email, client: request.client }, call)
  refuseFields(await standingProblems(ctx, registration, called))
  return registration
}

function formProblems(
  ctx: CheckContext,
  { consent, client, email: typedEmail }: RegisterRequest,
  { email, password, username, globalName, dateOfBirth }: Registration,
  called: PasswordContext,
): FieldProblems {
  return {
    consent: consent ? null : 'MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
    date_of_birth: ageProblem(ctx, dateOfBirth, client?.address),
    email: typedEmail === undefined ? null : emailFormProblem(typedEmail, email),
    password: password === null ? null : passwordProblem(password, called),
    username: username === null ? null : usernameProblem(username),
    global_name: globalName === null ? null : globalNameProblem(globalName),
  }
}

async function standingProblems(
  ctx: CheckContext,
  { email, password, username }: Registration,
  called: PasswordContext,
): Promise<FieldProblems> {
  const [emailIs, passwordIs, usernameIs] = await Promise.all([
    email && emailProblem(ctx, email.address, email),
    password === null ? null : newPasswordProblem(ctx, password, called),
    username === null ? false : ctx.accounts.isUsernameExhausted(username),
  ])
  return {
    email: emailIs,
    password: passwordIs,
    username: usernameIs ? 'TOO_MANY_USERS_WITH_THIS_USERNAME' : null,
  }
}

function ageProblem(
  { clock, countryOf }: CheckContext,
  dateOfBirth: string,
  address: string | undefined,
): FieldProblems[string] {
  const minimumAge = minimumAgeIn(address === undefined ? null : countryOf(address))
  const problem = dateOfBirthProblem(dateOfBirth, clock.now(), minimumAge)
  return problem === 'MUST_BE_MINIMUM_AGE' ? [problem, { min: minimumAge }] : problem
}
