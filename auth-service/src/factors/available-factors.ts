import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import type { Account } from '../accounts/account.ts'
import { factorMethods, factorNames } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'

/** SMS cannot be used while no carrier is configured. */
export function isAvailable({ sms }: Pick<AuthContext, 'sms'>, type: AuthenticatorType): boolean {
  return type !== AuthenticatorType.SMS || sms.carrier !== null
}

/** The methods that can complete a sign-in of this account now. */
export function availableMethods(ctx: Pick<AuthContext, 'sms'>, account: Account): AuthenticatorType[] {
  return factorMethods(account).filter((method) => isAvailable(ctx, method))
}

/** Their names in responses. */
export function availableNames(ctx: Pick<AuthContext, 'sms'>, account: Account): string[] {
  return factorNames(availableMethods(ctx, account))
}
