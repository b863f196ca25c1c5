import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Account } from './account.ts'

/**
 * Refuses an account that was closed. Asked after the password proved right only, so that a ban is no way to find out
 * who has an account (contract.md 7 row 37).
 */
export function assertMayComeIn(account: Account | null): asserts account is Account {
  if (account?.standing !== 'active') throw new ServiceError('ACCOUNT_SUSPENDED_PERMANENTLY')
}
