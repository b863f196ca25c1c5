import type { ImportedAccount } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readDiscriminator } from '../accounts/discriminator.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem } from '../accounts/email-problem.ts'
import { type FieldProblems, fieldsError } from '../accounts/reject-fields.ts'
import { dateOfBirthProblem } from '../field-rules/date-of-birth.ts'
import { minimumAgeIn } from '../field-rules/minimum-age.ts'
import { profileRules } from '../field-rules/profile-rules.ts'
import { usernameProblem } from '../field-rules/username.ts'
import { importedHashProblem } from '../passwords/imported-hash.ts'

export type Imported = {
  email: EmailAddress
  passwordHash: string
  username: string | null
  discriminator: number | null
  globalName: string | null
  verified: boolean
  dateOfBirth: string | null
  createdAt: Date | null
  externalId: string | null
}

const externalIdLength = { min: 1, max: 128 }

/** By the rules of registration. `hashMemory` is the maximum memory of verifying the hash, in bytes. */
export function readImported(
  account: ImportedAccount,
  { now, hashMemory, productName }: { now: number; hashMemory: number; productName: string },
): Imported | ServiceError {
  const email = readEmailAddress(account.email)
  const globalName =
    account.globalName === undefined ? null : profileRules.globalName.clean(account.globalName)
  const discriminator = account.discriminator === undefined ? null : readDiscriminator(account.discriminator)
  const { passwordHash, username = null, verified, dateOfBirth = null, createdAt = null } = account
  const error = fieldsError({
    email: emailFormProblem(account.email, email),
    password_hash: importedHashProblem(passwordHash, hashMemory),
    username: usernameProblemOf(account, productName),
    discriminator:
      account.discriminator !== undefined && discriminator === null ? 'DISCRIMINATOR_INVALID_FORMAT' : null,
    global_name: globalName === null ? null : profileRules.globalName.problem(globalName),
    date_of_birth: dateOfBirth === null ? null : dateOfBirthProblem(dateOfBirth, now, minimumAge),
    created_at: createdAt === null || isPast(createdAt, now) ? null : 'MUST_BE_IN_THE_PAST',
    external_id: externalIdProblem(account.externalId),
  })
  // Without an error the email was parsed.
  if (error || email === null) return error as ServiceError
  const externalId = account.externalId ?? null
  const names = { username, discriminator, globalName }
  return { email, passwordHash, ...names, verified, dateOfBirth, createdAt, externalId }
}

const minimumAge = minimumAgeIn(null)

/** A discriminator without a username would apply to a random name. */
function usernameProblemOf(
  { username, discriminator }: ImportedAccount,
  productName: string,
): FieldProblems[string] {
  if (username !== undefined) return usernameProblem(username, productName)
  return discriminator === undefined ? null : 'REQUIRED'
}

function isPast(at: Date, now: number): boolean {
  return at.getTime() <= now && at.getTime() >= 0
}

function externalIdProblem(id: string | undefined): FieldProblems[string] {
  if (id === undefined || (id.length >= externalIdLength.min && id.length <= externalIdLength.max))
    return null
  return ['STRING_LENGTH_INVALID', externalIdLength]
}
