import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { readEmailAddress } from '../accounts/email-address.ts'
import { type EmailedCode, newEmailedCode } from '../accounts/emailed-code.ts'
import { verificationCodeOf } from '../accounts/emailed-token.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import type { Recipient } from '../mails/open-mails.ts'

export type Verification = {
  mail: MailDocument
  digest: string
  code: EmailedCode
  disowningDigest: string | null
  email: string
}

/**
 * Null if no mail is to be sent: the account then gets no token either. The first mail to an address says who entered it, and has a link
 * for an owner who did not.
 */
export async function prepareVerification(
  ctx: Pick<AuthContext, 'keyRing' | 'mails'>,
  account: Recipient,
  { client, isFirst }: { client: Client | undefined; isFirst: boolean },
): Promise<Verification | null> {
  const token = newSecret()
  const { code, stored } = newEmailedCode(ctx.keyRing, verificationCodeOf(account.id))
  const disowningToken = isFirst ? newSecret() : null
  const first = disowningToken === null ? {} : { ...ctx.mails.causeOf(client), disowningToken }
  const mail = await ctx.mails.prepare({
    kind: 'verification',
    account,
    client,
    variables: { token, code, ...first },
  })
  const disowningDigest = disowningToken && digestText(disowningToken)
  const email = account.email ?? ''
  return mail && { mail, digest: digestText(token), code: stored, disowningDigest, email }
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
  const { mail, digest, code, disowningDigest } = verification
  const tokens = {
    token: { digest, expiresAt: mail.expiresAt, code },
    disowning: disowningDigest === null ? null : { digest: disowningDigest },
  }
  if (await ctx.accounts.storeVerification(accountId, email, tokens, transaction))
    await ctx.mails.add(mail, transaction)
}
