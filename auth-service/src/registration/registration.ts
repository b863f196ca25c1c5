import type { RegisterRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { mapFields, registrationFields } from '@gatehouse/proto/profile-fields'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem } from '../accounts/email-problem.ts'
import type { FieldProblems } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { dateOfBirthProblem } from '../field-rules/date-of-birth.ts'
import { minimumAgeIn } from '../field-rules/minimum-age.ts'
import { cleanProfile, type Profile, profileProblems } from '../field-rules/profile-rules.ts'
import { usernameProblem } from '../field-rules/username.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'
import { type PasswordContext, passwordProblem } from '../passwords/password-policy.ts'

/** A normalised registration. Absent fields are null, and so is an invalid email. */
export type Registration = {
  email: EmailAddress | null
  profile: Profile
  username: string | null
  password: string | null
  dateOfBirth: string
  names: PasswordContext
}

export function readRegistration(
  { productName }: Pick<AuthContext, 'productName'>,
  request: RegisterRequest,
): Registration {
  const { email, username = null, password = null, dateOfBirth } = request
  const profile = cleanProfile(mapFields(registrationFields, (field) => request[field]))
  return {
    email: email === undefined ? null : readEmailAddress(email),
    profile,
    username,
    password,
    dateOfBirth,
    names: { email, username: username ?? usernameCandidates(profile.globalName ?? '', productName)[0] },
  }
}

export function formProblems(
  ctx: Pick<AuthContext, 'clock' | 'countryOf' | 'productName'>,
  { consent, client, email: typedEmail }: WithClient<RegisterRequest>,
  { email, password, username, profile, dateOfBirth, names }: Registration,
): FieldProblems {
  return {
    consent: consent ? null : 'MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
    date_of_birth: ageProblem(ctx, dateOfBirth, client.address),
    email: typedEmail === undefined ? null : emailFormProblem(typedEmail, email),
    password: password === null ? null : passwordProblem(password, names),
    username: username === null ? null : usernameProblem(username, ctx.productName),
    ...profileProblems(profile),
  }
}

function ageProblem(
  { clock, countryOf }: Pick<AuthContext, 'clock' | 'countryOf'>,
  dateOfBirth: string,
  address: string,
): FieldProblems[string] {
  return dateOfBirthProblem(dateOfBirth, clock.now(), minimumAgeIn(countryOf(address)))
}
