import type { Account } from './account.ts'
import type { AccountDocument } from './account-schema.ts'

/**
 * An update that removes what was set up since, for the owner of a mailbox: second factors, passkeys and the phone number. Also a change
 * of the address, and the link to the identity provider: a thief may have made it, and the address made it possible.
 */
export function removeCredentials({ factors, phone }: AccountDocument, since: Date) {
  const newer = { createdAt: { $gte: since } }
  const isNewApp = factors?.totp !== undefined && factors.totp.enabledAt >= since
  const isNewPhone = phone !== undefined && phone.verifiedAt >= since
  const isNewSms = factors?.sms !== undefined && factors.sms.enabledAt >= since
  const keepsPasskey = factors?.passkeys?.some(({ createdAt }) => createdAt < since)
  const keepsApp = factors?.totp !== undefined && !isNewApp
  const keepsCodes = keepsApp || (keepsPasskey && factors?.requirePasskey === true)
  return {
    $unset: {
      emailChange: 1 as const,
      sso: 1 as const,
      'factors.pendingTotp': 1 as const,
      'factors.formerPendingTotp': 1 as const,
      ...(!keepsPasskey && { 'factors.requirePasskey': 1 as const }),
      ...(isNewPhone && { phone: 1 as const }),
      ...((isNewApp || isNewPhone || isNewSms) && { 'factors.sms': 1 as const }),
      ...(isNewApp && { 'factors.totp': 1 as const }),
      ...(!keepsCodes && { 'factors.backupCodes': 1 as const }),
    },
    $pull: { 'factors.passkeys': newer, ...(keepsCodes && { 'factors.backupCodes': newer }) },
  }
}

/**
 * The same for an address that nobody had proved: whoever set up the account may not be the owner of the mailbox. So all of it, and the
 * role of administrator.
 */
export function removeAllCredentials(document: AccountDocument) {
  const { $unset, $pull } = removeCredentials(document, new Date(0))
  return { $unset: { ...$unset, administrator: 1 as const }, $pull }
}

/** What an automatic link to the identity provider replaces: all of it and the password. */
export function replaceCredentials(document: AccountDocument) {
  const { $unset, $pull } = removeCredentials(document, new Date(0))
  const { sso: _, ...unset } = $unset
  return { $unset: { ...unset, passwordHash: 1 as const }, $pull }
}

export type Credential = 'password' | 'passkey' | 'totp' | 'sms' | 'phone'

/** The kinds that an account has. */
export function credentialsOf({ passwordHash, phone, factors }: Account): Credential[] {
  return [
    ...(passwordHash !== null ? ['password' as const] : []),
    ...(factors.passkeys?.length ? ['passkey' as const] : []),
    ...(factors.totp ? ['totp' as const] : []),
    ...(factors.sms ? ['sms' as const] : []),
    ...(phone !== null ? ['phone' as const] : []),
  ]
}
