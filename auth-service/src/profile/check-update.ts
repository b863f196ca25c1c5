import type { Call } from '@gatehouse/service-kit/grpc/call'
import { checkEmailToken } from '../account-changes/email-token.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import { readLocale } from '../accounts/locale.ts'
import { type FieldProblems, inMessage, rejectFields } from '../accounts/reject-fields.ts'
import { tagTaken } from '../accounts/tag-taken.ts'
import type { AuthContext } from '../context.ts'
import { cleanGlobalName, globalNameProblem } from '../field-rules/global-name.ts'
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
  const globalName = request.globalName ? cleanGlobalName(request.globalName) : null
  const locale = request.locale ? readLocale(request.locale) : null
  const emailToken =
    request.emailToken === undefined ? null : await checkEmailToken(ctx, account, request.emailToken)
  const { email: emailIs, ...passwords } = await credentialProblems(ctx, account, request, call)
  const fields: FieldProblems = {
    ...problems,
    global_name: request.globalName ? globalNameProblem(globalName ?? '') : null,
    locale: request.locale && locale === null ? 'LOCALE_INVALID_FORMAT' : null,
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
    ...(request.globalName !== undefined && globalName !== account.globalName && { globalName }),
    ...(request.locale !== undefined && locale !== account.locale && { locale }),
    ...(email && { email }),
    ...(emailToken && 'email' in emailToken && { newEmail: emailToken }),
    ...(newPassword !== undefined && { newPassword }),
  }
}

function isOnlyProblem(problems: FieldProblems): boolean {
  return Object.values(problems).filter((problem) => problem !== null).length === 1
}
