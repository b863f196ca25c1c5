import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Account } from './account.ts'

/**
 * Throws for a suspended account and, with the same error as for a permanent suspension, for one that was
 * erased meanwhile. To be called only after the password was right: otherwise the error would reveal that
 * there is an account.
 */
export function assertMaySignIn(account: Account | null, now: number): asserts account is Account {
  if (account !== null && !isSuspended(account, now)) return
  throw new ServiceError(
    account?.disabledUntil ? 'ACCOUNT_SUSPENDED_TEMPORARILY' : 'ACCOUNT_SUSPENDED_PERMANENTLY',
  )
}

export function isOpen(account: Account, now: number): boolean {
  return account.closedAt === null && !isSuspended(account, now)
}

/** Whether a sign-in has to reopen it: its owner closed it, or a suspension has ended. */
export function needsReopening(account: Account): boolean {
  return account.closedAt !== null || account.status === 'disabled'
}

export function isSuspended({ status, disabledUntil }: Account, now: number): boolean {
  return status === 'disabled' && (disabledUntil === null || disabledUntil.getTime() > now)
}
