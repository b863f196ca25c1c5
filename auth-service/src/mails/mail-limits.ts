import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { type MailKind, mailKinds } from './mail-kinds.ts'

/**
 * Each kind has its own limit for a recipient, so that requested mails do not use up that of a notice. Returns how long
 * to wait, 0 if the mail may be sent.
 */
export async function takeMailLimits(
  { windowLimiter, limits }: Pick<Throttle, 'limits' | 'windowLimiter'>,
  kind: MailKind,
  to: string,
  client: Client | undefined,
): Promise<number> {
  const { requested } = mailKinds[kind]
  // A digest, so that Redis stores no email address.
  const key = `mail:${kind}:${digestText(mailboxKey(to))}`
  const ofRecipient: Limit = { ...limits['mail:recipient'], bucket: 'mail:recipient', key }
  const bucket = 'toUnverified' in mailKinds[kind] ? 'mail:unverified:address' : 'mail:address'
  const ofAddress: Limit = { ...limits[bucket], bucket, key: 'mail' }
  // Those of the address first: a client that is rejected must not use up the mails of a recipient.
  const taken = [...(requested ? addressLimits(ofAddress, client?.address ?? '') : []), ofRecipient]
  try {
    return await windowLimiter.take(taken)
  } catch (error) {
    // A notice must not depend on Redis.
    if (requested) throw error
    return 0
  }
}
