import { mapFields, profileFieldNames } from '@gatehouse/proto/profile-fields'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { checkEmailToken } from '../account-changes/email-token.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { type FieldProblems, inMessage, rejectFields } from '../accounts/reject-fields.ts'
import { tagTaken } from '../accounts/tag-taken.ts'
import type { AuthContext } from '../context.ts'
import { cleanProfile, type Profile, profileProblems } from '../field-rules/profile-rules.ts'
import { credentialProblems, isClaim } from './check-credentials.ts'
import { checkTag, isOtherTag } from './check-tag.ts'
import type { RequestedUpdate } from './requested-update.ts'

export type CheckedUpdate = Omit<AccountChanges, 'password' | 'newEmail'> & {
  newPassword?: string
  newEmail?: { email: EmailAddress; token: string }
}

export function isSensitive(account: Account, request: RequestedUpdate): boolean {
  const { email, emailToken, newPassword } = request
  return (
    isOtherTag(account, request) ||
    newPassword !== undefined ||
    emailToken !== undefined ||
    (email !== undefined && account.email === null)
  )
}

export async function checkUpdate(
  ctx: AuthContext,
  account: Account,
  request: RequestedUpdate,
  call: Call,
): Promise<CheckedUpdate> {
  const { tag, problems } = isOtherTag(account, request)
    ? await checkTag(ctx, account, request)
    : { problems: {} }
  const profile = cleanProfile(request)
  const emailToken =
    request.emailToken === undefined ? null : await checkEmailToken(ctx, account, request.emailToken)
  const { email: emailIs, ...passwords } = await credentialProblems(ctx, account, request, call)
  const fields: FieldProblems = {
    ...problems,
    ...profileProblems(profile),
    email: emailIs ?? null,
  }
  const wrong = {
    ...inMessage('account', fields),
    ...passwords,
    email_token: emailToken && 'problem' in emailToken ? emailToken.problem : null,
  }
  if (problems.discriminator === 'TAG_ALREADY_TAKEN' && isOnlyProblem(wrong)) throw tagTaken()
  rejectFields(wrong)

  const email = readEmailAddress(request.email ?? '')
  const newPassword = isClaim(account, request) ? request.password : request.newPassword
  return {
    ...(tag && { tag }),
    ...changedFields(account, profile),
    ...(email && { email }),
    ...(emailToken && 'email' in emailToken && { newEmail: emailToken }),
    ...(newPassword !== undefined && { newPassword }),
  }
}

function changedFields(account: Account, profile: Profile): Profile {
  const changed = profileFieldNames.filter((field) => field in profile && profile[field] !== account[field])
  return mapFields(changed, (field) => profile[field] ?? null)
}

function isOnlyProblem(problems: FieldProblems): boolean {
  return Object.values(problems).filter((problem) => problem !== null).length === 1
}
