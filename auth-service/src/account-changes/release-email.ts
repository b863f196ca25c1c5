import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { type Account, hasUnprovedEmail } from '../accounts/account.ts'
import type { EmailAddress } from '../accounts/email-address.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'

/** For somebody who proved the address: it is taken from an account that did not. */
export type Release = { email: EmailAddress; mail: MailDocument | null }

/** Null if no account would lose the address. */
export async function prepareRelease(
  ctx: Pick<AuthContext, 'mails'>,
  { email, holder, client }: { email: EmailAddress; holder: Account | null; client: Client | undefined },
): Promise<Release | null> {
  if (holder === null || !hasUnprovedEmail(holder)) return null
  const variables = ctx.mails.causeOf(client)
  const mail = await ctx.mails.prepare({ kind: 'email_released', account: holder, client, variables })
  return { email, mail }
}

/** To be called in the transaction that stores the address for another account. */
export async function releaseEmail(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock' | 'mails'>,
  { email, mail }: Release,
  call: Pick<Call, 'requestId'>,
  transaction: StoreSession,
): Promise<void> {
  const holder = await ctx.accounts.releaseEmail(email, new Date(ctx.clock.now()), transaction)
  if (holder === null) return
  // Without the client, which is that of somebody else.
  await ctx.audit.emit(call, 'account.email_release', { accountId: holder.id }, transaction)
  await ctx.mails.add(mail, transaction)
}
