import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { newShortCode, readShortCode } from '@gatehouse/service-kit/tokens/short-code'
import type { SentCode } from '../accounts/email-change.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { mailKinds } from '../mails/mail-kinds.ts'
import type { Recipient } from '../mails/open-mails.ts'

type CodeMail = { account: Recipient; client: Client; ticket: string }

const resendAfterMs = 30_000

/** The random ticket, which is not stored, prevents that stored digests are reversed by trying all codes. */
function codeDigest(ticket: string, code: string): string {
  return digestText(`${ticket}:${code}`)
}

/** A new code and the mail with it. The address of the account is where it is sent. */
export async function newCode(
  ctx: Pick<AuthContext, 'clock' | 'mails' | 'throttle'>,
  kind: 'email_change_original' | 'email_change_new',
  { account, client, ticket }: CodeMail,
): Promise<{ code: SentCode; mail: MailDocument | null }> {
  const bucket = kind === 'email_change_original' ? 'users:email:original' : 'users:email:new'
  await ctx.throttle.takeForAccount(bucket, account.id)
  const code = newShortCode()
  // The new address may belong to somebody else, who must not learn from where the request came.
  const cause = kind === 'email_change_original' ? ctx.mails.causeOf(client) : {}
  const mail = await ctx.mails.prepare({ kind, account, client, variables: { ...cause, code } })
  const now = ctx.clock.now()
  const sent = {
    digest: codeDigest(ticket, readShortCode(code) ?? ''),
    sentAt: new Date(now),
    expiresAt: new Date(now + mailKinds[kind].lifetimeMs),
  }
  return { code: sent, mail }
}

export function resendAvailableAt({ sentAt }: SentCode): Date {
  return new Date(sentAt.getTime() + resendAfterMs)
}

export function assertResendable({ clock }: Pick<AuthContext, 'clock'>, code: SentCode | undefined): void {
  const waitMs = code ? resendAvailableAt(code).getTime() - clock.now() : 0
  if (waitMs > 0)
    throw new ServiceError('RATE_LIMITED', { data: { retry_after: waitMs / 1000, global: false } })
}

/** Whether the typed code is the sent one. Malformed and expired codes are rejected and are no guess. */
export function isRightCode(
  { clock }: Pick<AuthContext, 'clock'>,
  sent: SentCode,
  { ticket, code }: { ticket: string; code: string },
): boolean {
  if (sent.expiresAt.getTime() <= clock.now()) throw invalidFields({ code: 'VERIFICATION_CODE_EXPIRED' })
  const typed = readShortCode(code)
  if (typed === null) throw invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
  return sent.digest === codeDigest(ticket, typed)
}
