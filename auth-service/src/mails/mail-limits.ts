import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { type MailKind, mailKinds } from './mail-kinds.ts'

type Parts = Pick<Throttle, 'limits' | 'windowLimiter'>

/** What a client address may have sent, whoever receives it: before that of a recipient, which a rejected client must not use up. */
export async function takeRequestedMail(
  { windowLimiter, limits }: Parts,
  kind: MailKind,
  client: Client | undefined,
): Promise<number> {
  if (!mailKinds[kind].requested) return 0
  const bucket = 'toUnverified' in mailKinds[kind] ? 'mail:unverified:address' : 'mail:address'
  const limit: Limit = { ...limits[bucket], bucket, key: 'mail' }
  return windowLimiter.take(addressLimits(limit, client?.address ?? ''))
}

/** `budget` counts apart from the other mails of the kind. */
export type MailOfRecipient = { kind: MailKind; to: string; budget?: string | undefined }

/** Each kind has its own limit for a recipient, so that requested mails do not use up that of a notice. */
export async function takeMailOfRecipient(
  { windowLimiter, limits }: Parts,
  mail: MailOfRecipient,
): Promise<number> {
  try {
    return await windowLimiter.take([limitOfRecipient(limits, mail)])
  } catch (error) {
    // A notice must not depend on Redis.
    if (mailKinds[mail.kind].requested) throw error
    return 0
  }
}

export async function giveBackMailOfRecipient(
  { windowLimiter, limits }: Parts,
  mail: MailOfRecipient,
  count: number,
): Promise<void> {
  await windowLimiter.giveBack(limitOfRecipient(limits, mail), count)
}

function limitOfRecipient(limits: Parts['limits'], { kind, to, budget }: MailOfRecipient): Limit {
  const bucket = 'mail:recipient'
  // A digest, so that Redis stores no email address.
  const key = `mail:${kind}:${digestText(mailboxKey(to))}`
  return { ...limits[bucket], bucket, key, ...(budget !== undefined && { part: budget }) }
}
