import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import type { EmailAddress } from './email-address.ts'

/** Rejects, by the name of `field`, an address that another account can still take back. To be called where the address is stored. */
export async function assertNotReserved(
  { accounts, clock }: Pick<AuthContext, 'accounts' | 'clock'>,
  { accountId, email, field }: { accountId: string; email: EmailAddress; field: string },
  transaction: StoreSession,
): Promise<void> {
  const at = { now: new Date(clock.now()), except: accountId }
  if (await accounts.isEmailReserved(email, at, transaction))
    throw invalidFields({ [field]: 'EMAIL_ALREADY_IN_USE' })
}
