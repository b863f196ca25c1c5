import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { ImportedAccount } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { readDiscriminator } from '../accounts/discriminator.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { emailFormProblem } from '../accounts/email-problem.ts'
import { type FieldProblems, fieldsError } from '../accounts/reject-fields.ts'
import type { SsoPerson } from '../accounts/sso-link.ts'
import { importedSecretBits, readImportedTotpSecret } from '../factors/totp.ts'
import { dateOfBirthProblem } from '../field-rules/date-of-birth.ts'
import { minimumAgeIn } from '../field-rules/minimum-age.ts'
import { profileRules } from '../field-rules/profile-rules.ts'
import { usernameProblem } from '../field-rules/username.ts'
import { importedHashProblem } from '../passwords/imported-hash.ts'

export type Imported = {
  email: EmailAddress
  passwordHash: string | null
  username: string | null
  /** Of a username that the rules here do not allow: the text that another one is derived from. */
  rejectedUsername: string | null
  discriminator: number | null
  globalName: string | null
  verified: boolean
  dateOfBirth: string | null
  createdAt: Date | null
  externalId: string | null
  totpSecret: string | null
  isSuspended: boolean
  sso: SsoPerson | null
  locale: string | null
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
  const { verified, createdAt = null, suspended: isSuspended = false, sso = null } = account
  const dateOfBirth = account.dateOfBirth?.replace(midnight, '') ?? null
  const passwordHash = account.passwordHash === '' ? null : account.passwordHash
  const totpSecret = account.totpSecret === undefined ? null : readImportedTotpSecret(account.totpSecret)
  const locale = account.locale === undefined ? null : profileRules.locale.clean(withoutPosix(account.locale))
  const error = fieldsError({
    email: emailFormProblem(account.email, email),
    password_hash: passwordHash === null ? null : importedHashProblem(passwordHash, hashMemory),
    username: account.discriminator !== undefined && account.username === undefined ? 'REQUIRED' : null,
    discriminator:
      account.discriminator !== undefined && discriminator === null ? 'DISCRIMINATOR_INVALID_FORMAT' : null,
    global_name: globalName === null ? null : profileRules.globalName.problem(globalName),
    date_of_birth: dateOfBirth === null ? null : dateOfBirthProblem(dateOfBirth, now, minimumAge),
    created_at: createdAt === null || isPast(createdAt, now) ? null : 'MUST_BE_IN_THE_PAST',
    external_id: lengthProblem(account.externalId, externalIdLength),
    totp_secret:
      account.totpSecret !== undefined && totpSecret === null
        ? ['TOTP_SECRET_INVALID', importedSecretBits]
        : null,
    'sso.issuer': lengthProblem(sso?.issuer, fieldBounds.ssoUrl),
    'sso.subject': lengthProblem(sso?.subject, fieldBounds.ssoSubject),
    locale: locale === null ? null : profileRules.locale.problem(locale),
  })
  // Without an error the email was parsed.
  if (error || email === null) return error as ServiceError
  const externalId = account.externalId ?? null
  const names = { ...readUsername(account, productName), discriminator, globalName }
  const times = { dateOfBirth, createdAt }
  return {
    email,
    passwordHash,
    ...names,
    verified,
    ...times,
    externalId,
    totpSecret,
    isSuspended,
    sso,
    locale,
  }
}

const minimumAge = minimumAgeIn(null)

/** Databases export a date as a time. */
const midnight = /(?<=^\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?( ?(Z|[+-]00(:?00)?))?$/

/** `de_AT.UTF-8` and `pt_BR` are names of locales in POSIX. */
function withoutPosix(locale: string): string {
  return locale.replace(/[.@].*$/s, '').replaceAll('_', '-')
}

/** Other systems allow more, and also addresses, whose host nobody chose as a name. */
function readUsername({ username: given }: ImportedAccount, productName: string) {
  const username = given ?? null
  const isRejected = username !== null && usernameProblem(username, productName) !== null
  return {
    username: isRejected ? null : username,
    rejectedUsername: isRejected ? username.replace(/(?<=.)@.*$/s, '') : null,
  }
}

function isPast(at: Date, now: number): boolean {
  return at.getTime() <= now && at.getTime() >= 0
}

function lengthProblem(
  text: string | undefined,
  bounds: { min: number; max: number },
): FieldProblems[string] {
  const isWithin = text === undefined || (text.length >= bounds.min && text.length <= bounds.max)
  return isWithin ? null : ['STRING_LENGTH_INVALID', bounds]
}
