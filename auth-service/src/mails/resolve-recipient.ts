import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { AccountStore } from '../accounts/account-store.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import type { MailDocument } from './mail-document.ts'
import type { MailContent } from './mail-kinds.ts'
import { mailLanguage } from './mail-language.ts'

/**
 * A request for a reset is answered before its account is looked up, so the response takes the same time with
 * and without one. The token becomes valid here. Null without an account, or if the password was changed or a
 * newer token was stored meanwhile.
 */
export async function resolveRecipient(
  accounts: Pick<AccountStore, 'storeReset'>,
  { kind, createdAt: issuedAt, expiresAt }: MailDocument,
  content: MailContent,
): Promise<MailContent | null> {
  if (kind !== 'password_reset' || !('token' in content.variables)) return content
  const email = readEmailAddress(content.to)
  const token = { digest: digestText(content.variables.token), issuedAt, expiresAt }
  const account = email && (await accounts.storeReset(email, token))
  if (!account?.email) return null
  const language = mailLanguage(account.locale, content.language)
  return { ...content, to: account.email, username: account.username, language }
}
