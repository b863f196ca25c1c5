import { AuthenticatorType, type LoginResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { needsReopening } from '../accounts/account-status.ts'
import { hasUsableBackupCodes } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { availableMethods } from '../factors/available-factors.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'
import { phoneHint } from '../sms/phone-number.ts'
import { completeSignIn, needsSecondFactor, type SignIn } from './complete-sign-in.ts'

type FirstStep = Omit<SignIn, 'factor' | 'method' | 'store'> & Pick<PendingLogin, 'method'>

/** After the first step. An account that needs a second factor gets a ticket. */
export async function signInOrIssueTicket(
  ctx: AuthContext,
  account: Account,
  signIn: FirstStep,
  call: Call,
): Promise<LoginResponse['outcome']> {
  if (!(await needsSecondFactor(ctx, account, signIn.method)))
    return { $case: 'signedIn', value: await completeSignIn(ctx, account, signIn, call) }
  const { client, method, inviteCode, sso } = signIn
  const passwordChangedAt = account.passwordChangedAt?.getTime() ?? null
  const signInsEndedAt = account.signInsEndedAt?.getTime()
  const totp = totpForTicket(account, method)
  const login = { method, inviteCode, passwordChangedAt, signInsEndedAt, totp, sso }
  const ticket = await ctx.factors.tickets.issue(account.id, login)
  const detail = { method, reason: 'second_factor_required' }
  await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
  const methods = availableMethods(ctx, account)
  const backupCodes = hasUsableBackupCodes(account)
  const smsPhoneHint =
    account.phone && methods.includes(AuthenticatorType.SMS) ? phoneHint(account.phone.number) : undefined
  return { $case: 'mfaRequired', value: { ticket, methods, smsPhoneHint, backupCodes } }
}

/** Undefined if the second step must read the account: to reopen it, or to compare its person at the identity provider. */
function totpForTicket(account: Account, method: PendingLogin['method']): PendingLogin['totp'] {
  const { totp } = account.factors
  if (!totp || method === 'sso' || needsReopening(account)) return undefined
  const { sealedSecret, lastStep, enabledAt } = totp
  return { sealedSecret, lastStep, enabledAt: enabledAt.getTime() }
}
