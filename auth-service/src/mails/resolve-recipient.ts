import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { isSuspended } from '../accounts/account-status.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { readEmailAddress } from '../accounts/email-address.ts'
import { storedCode } from '../accounts/emailed-code.ts'
import { resetCodeOf } from '../accounts/emailed-token.ts'
import type { MailDocument } from './mail-document.ts'
import type { MailContent, MailKind, MailVariables } from './mail-kinds.ts'
import { mailLanguage } from './mail-language.ts'

export type ResolvedMail = { kind: MailKind; content: MailContent }

/** The identity provider that manages the password of an account; null if none does. */
export type ManagingProvider = (account: Account) => Promise<{ displayName: string | null } | null>

type Parts = {
  accounts: Pick<AccountStore, 'findByEmail' | 'storeReset'>
  managingProvider: ManagingProvider
  keyRing: Pick<KeyRing, 'macs'>
  clock: Clock
}

/**
 * A request for a reset is answered before its account is looked up, so the response takes the same time with
 * and without one. Token and code become valid here. Null without an account, or if the password was changed or a
 * newer token was stored meanwhile. An account whose password cannot be reset gets a mail that says so, without a token.
 */
export async function resolveRecipient(
  parts: Parts,
  { kind, createdAt: issuedAt, expiresAt }: MailDocument,
  content: MailContent,
): Promise<ResolvedMail | null> {
  if (kind !== 'password_reset' || !isReset(content)) return { kind, content }
  const email = readEmailAddress(content.to)
  const holder = email && (await parts.accounts.findByEmail(email))
  if (!email || !holder) return null
  const obstacle = await obstacleOf(parts, holder)
  if (obstacle) return { kind: obstacle.kind, content: addressed(holder, content, obstacle.variables) }
  const { token: secret, code } = content.variables
  const token = {
    digest: digestText(secret),
    issuedAt,
    expiresAt,
    ...(code !== undefined && { code: storedCode(parts.keyRing, resetCodeOf(email.key), code) }),
  }
  const account = await parts.accounts.storeReset(email, token)
  return account && { kind, content: addressed(account, content, content.variables) }
}

function isReset(content: MailContent): content is MailContent<'password_reset'> {
  return 'token' in content.variables
}

type Obstacle =
  | { kind: 'password_reset_suspended'; variables: MailVariables['password_reset_suspended'] }
  | { kind: 'password_reset_managed'; variables: MailVariables['password_reset_managed'] }

async function obstacleOf({ managingProvider, clock }: Parts, account: Account): Promise<Obstacle | null> {
  if (isSuspended(account, clock.now())) {
    const until = account.disabledUntil?.toISOString() ?? null
    return { kind: 'password_reset_suspended', variables: { until } }
  }
  const provider = await managingProvider(account)
  return provider && { kind: 'password_reset_managed', variables: { provider: provider.displayName } }
}

function addressed(
  { email, username, locale }: Account,
  content: MailContent,
  variables: MailContent['variables'],
): MailContent {
  const language = mailLanguage(locale, content.language)
  return { ...content, to: email ?? content.to, username, language, variables }
}
