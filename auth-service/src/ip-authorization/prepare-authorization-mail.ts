import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'

type Prepared = { mail: MailDocument; tokenDigest: string }

/** A mail with a new token, which describes the sign-in that waits. Fails with RATE_LIMITED. */
export async function prepareAuthorizationMail(
  ctx: Pick<AuthContext, 'mails'>,
  account: Account,
  { client, createdAt, expiresAt }: IpAuthorization,
): Promise<Prepared> {
  const token = newSecret()
  const cause = { ...ctx.mails.causeOf(client), at: createdAt.toISOString(), address: client.address }
  const variables = { ...cause, token }
  const mail = await ctx.mails.prepare({ kind: 'ip_authorization', account, client, variables })
  // Sign-ins wait only while mail is on, and this one named the address of the account.
  if (mail === null) throw unavailable('the mail of the authorization was not prepared')
  return { mail: { ...mail, expiresAt }, tokenDigest: digestText(token) }
}
