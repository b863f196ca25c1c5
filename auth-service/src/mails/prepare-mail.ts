import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from './mail-document.ts'
import { type MailKind, type MailVariables, mailKinds } from './mail-kinds.ts'
import { mailLanguage } from './mail-language.ts'

export type Recipient = Pick<Account, 'id' | 'email' | 'username' | 'locale'>

type Request<K extends MailKind> = {
  kind: K
  account: Recipient | null
  /** Whose request is the cause; undefined for an operator. */
  client?: Client | undefined
  variables: MailVariables[K]
}

/**
 * Must be called before the transaction that stores the mail: a transaction can be repeated, and each run would count against
 * the limits. Returns null if mail is off, the account has no email address, or a limit is reached. An awaited mail fails with
 * RATE_LIMITED if a limit is reached.
 */
export async function prepareMail<K extends MailKind>(
  ctx: Pick<AuthContext, 'mails' | 'throttle'>,
  { kind, account, client, variables }: Request<K>,
): Promise<MailDocument | null> {
  if (!ctx.mails.isEnabled || account === null || account.email === null) return null
  const { id, email: to, username, locale } = account
  const waitMs = await takeLimits(ctx, kind, to, client)
  if (waitMs > 0) {
    ctx.mails.metrics.capped.inc({ kind })
    if ('awaited' in mailKinds[kind]) throw mailLimited(waitMs)
    return null
  }
  const language = mailLanguage(locale, client?.acceptLanguage)
  return ctx.mails.compose(kind, id, { to, language, username, variables })
}

/**
 * Each kind has its own limit for a recipient, so that requested mails do not use up that of a notice. Returns how long
 * to wait, 0 if the mail may be sent.
 */
async function takeLimits(
  { throttle: { windowLimiter, limits } }: Pick<AuthContext, 'throttle'>,
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

function mailLimited(waitMs: number): ServiceError {
  return new ServiceError('RATE_LIMITED', { data: { retry_after: waitMs / 1000, global: false } })
}
