import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { readEmailAddress } from '../accounts/email-address.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import type { Recipient } from '../mails/open-mails.ts'

export type Verification = { mail: MailDocument; digest: string; email: string }

/** Null if no mail is to be sent: the account then gets no token either. */
export async function prepareVerification(
  ctx: Pick<AuthContext, 'mails'>,
  account: Recipient,
  client: Client | undefined,
): Promise<Verification | null> {
  const token = newSecret()
  const mail = await ctx.mails.prepare({ kind: 'verification', account, client, variables: { token } })
  return mail && { mail, digest: digestText(token), email: account.email ?? '' }
}

/** Replaces an earlier token. Does nothing if the address was changed or verified meanwhile. */
export async function storeVerification(
  ctx: Pick<AuthContext, 'accounts' | 'mails'>,
  accountId: string,
  verification: Verification | null,
  transaction: StoreSession,
): Promise<void> {
  const email = verification && readEmailAddress(verification.email)
  if (!email) return
  const { mail, digest } = verification
  const token = { digest, expiresAt: mail.expiresAt }
  if (await ctx.accounts.storeVerification(accountId, email, token, transaction))
    await ctx.mails.add(mail, transaction)
}
