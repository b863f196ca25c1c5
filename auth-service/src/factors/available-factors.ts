import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Account } from '../accounts/account.ts'
import { factorMethods, factorNames, hasUsableBackupCodes } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'

/** SMS cannot be used while no carrier is configured. */
export function isAvailable({ sms }: Pick<AuthContext, 'sms'>, type: AuthenticatorType): boolean {
  return type !== AuthenticatorType.SMS || sms.carrier !== null
}

/** The methods that can complete a sign-in of this account now. */
export function availableMethods(ctx: Pick<AuthContext, 'sms'>, account: Account): AuthenticatorType[] {
  return factorMethods(account).filter((method) => isAvailable(ctx, method))
}

/** Their names in responses. Beside an authenticator app, backup codes are not named: its field takes them. */
export function availableNames(ctx: Pick<AuthContext, 'sms'>, account: Account): string[] {
  const methods = availableMethods(ctx, account)
  const namesCodes = hasUsableBackupCodes(account) && !methods.includes(AuthenticatorType.TOTP)
  return [...factorNames(methods), ...(namesCodes ? ['backup_code'] : [])]
}
