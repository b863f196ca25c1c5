import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { type EmailedCode, newEmailedCode } from '../accounts/emailed-code.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'
import type { WaitingSignIn } from './waiting-sign-in.ts'

/** What the code beside the link is bound to: the sign-in, by the digest of its ticket. */
export function signInCodeOf(id: string): string {
  return `sign-in ${id}`
}

type Prepared = { mail: MailDocument; tokenDigest: string; code: EmailedCode }

const kind = 'ip_authorization'

/** A known device has a limit of its own: whoever knows the password cannot use it up. */
const budgetOf = ({ deviceId }: IpAuthorization) => (deviceId === undefined ? undefined : 'known_device')

/** A mail with a new token and code, which describes the sign-in that waits. Fails with RATE_LIMITED. */
export async function prepareAuthorizationMail(
  ctx: Pick<AuthContext, 'keyRing' | 'mails'>,
  account: Account,
  authorization: IpAuthorization,
): Promise<Prepared> {
  const { _id, client, createdAt, expiresAt } = authorization
  const token = newSecret()
  const { code, stored } = newEmailedCode(ctx.keyRing, signInCodeOf(_id))
  const cause = { ...ctx.mails.causeOf(client), at: createdAt.toISOString(), address: client.address }
  const variables = { ...cause, token, code }
  const mail = await ctx.mails.prepare({ kind, account, client, variables, budget: budgetOf(authorization) })
  // Sign-ins wait only while mail is on, and this one named the address of the account.
  if (mail === null) throw unavailable('the mail of the authorization was not prepared')
  return { mail: { ...mail, expiresAt }, tokenDigest: digestText(token), code: stored }
}

/** Confirmed sign-ins do not count in the limits of mails: somebody who moves confirms many. */
export async function giveBackMails(
  { mails }: Pick<AuthContext, 'mails'>,
  { authorization, account }: WaitingSignIn,
): Promise<void> {
  const count = authorization.resentAt ? 2 : 1
  await mails.giveBack({ kind, account, budget: budgetOf(authorization), count })
}
