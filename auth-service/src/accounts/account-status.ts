import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Account } from './account.ts'

/**
 * Refuses an account that operators banned, or that was erased meanwhile. Asked after the password proved right only, so that
 * a ban is no way to find out who has an account (contract.md 7 row 37). A ban with an end is over by itself.
 */
export function assertNotSuspended(account: Account | null, now: number): asserts account is Account {
  if (account === null) throw new ServiceError('ACCOUNT_SUSPENDED_PERMANENTLY')
  if (!isBanned(account, now)) return
  const code = account.disabledUntil ? 'ACCOUNT_SUSPENDED_TEMPORARILY' : 'ACCOUNT_SUSPENDED_PERMANENTLY'
  throw new ServiceError(code)
}

/** Whether an account may be used as it stands; one that its owner closed is opened by signing in alone. */
export function isOpen(account: Account, now: number): boolean {
  return account.closedAt === null && !isBanned(account, now)
}

/** Whether there is something a sign-in has to undo: an owner's closing, or a ban that is over. */
export function needsReopening(account: Account): boolean {
  return account.closedAt !== null || account.status === 'disabled'
}

/** Whether operators keep it out. */
export function isBanned({ status, disabledUntil }: Account, now: number): boolean {
  return status === 'disabled' && (disabledUntil === null || disabledUntil.getTime() > now)
}
