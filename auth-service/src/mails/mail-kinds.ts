import type { Credential } from '../accounts/remove-credentials.ts'

const hour = 60 * 60_000

type KindOfMail = {
  lifetimeMs: number
  requested: boolean
  /** Goes to an address that nobody has verified yet, so it counts apart: anybody can enter one. */
  toUnverified?: true
  /** Somebody waits for it: at its limit the request fails with RATE_LIMITED. */
  awaited?: true
  /** Can be caused without a session: the request does not choose the language of the mail. */
  byAnybody?: true
  /** The path of the web app that the link with the token leads to. */
  path?: string
}

/**
 * Every kind of mail. It is sent within its lifetime or not at all. Anyone can have a `requested` mail sent,
 * so these are limited for each client address too; a notice is not, or its cause could use up its limit.
 */
export const mailKinds = {
  sign_in: { lifetimeMs: 48 * hour, requested: false, byAnybody: true },
  password_change: { lifetimeMs: 48 * hour, requested: false },
  totp_enabled: { lifetimeMs: 48 * hour, requested: false },
  totp_disabled: { lifetimeMs: 48 * hour, requested: false },
  sms_enabled: { lifetimeMs: 48 * hour, requested: false },
  sms_disabled: { lifetimeMs: 48 * hour, requested: false },
  phone_set: { lifetimeMs: 48 * hour, requested: false },
  phone_removed: { lifetimeMs: 48 * hour, requested: false },
  passkey_added: { lifetimeMs: 48 * hour, requested: false },
  passkey_removed: { lifetimeMs: 48 * hour, requested: false },
  passkey_required: { lifetimeMs: 48 * hour, requested: false },
  passkey_not_required: { lifetimeMs: 48 * hour, requested: false },
  passkey_rejected: { lifetimeMs: 48 * hour, requested: false, byAnybody: true },
  backup_codes_replaced: { lifetimeMs: 48 * hour, requested: false },
  backup_code_used: { lifetimeMs: 48 * hour, requested: false },
  second_factor_failures: { lifetimeMs: 48 * hour, requested: false, byAnybody: true },
  handoff: { lifetimeMs: 48 * hour, requested: false },
  sso_linked: { lifetimeMs: 48 * hour, requested: false },
  sso_connected: { lifetimeMs: 48 * hour, requested: false },
  sso_disconnected: { lifetimeMs: 48 * hour, requested: false },
  account_disable: { lifetimeMs: 48 * hour, requested: false },
  account_delete: { lifetimeMs: 48 * hour, requested: false },
  account_reopen: { lifetimeMs: 48 * hour, requested: false, byAnybody: true },
  account_suspension: { lifetimeMs: 48 * hour, requested: false },
  account_enable: { lifetimeMs: 48 * hour, requested: false },
  email_released: { lifetimeMs: 48 * hour, requested: false, byAnybody: true },
  email_revert: { lifetimeMs: 48 * hour, requested: false },
  email_set: { lifetimeMs: 48 * hour, requested: false },
  /** The lifetime of the following is that of the token or code. */
  email_change: { lifetimeMs: 72 * hour, requested: false, path: '/revert' },
  step_up: { lifetimeMs: hour / 6, requested: true, awaited: true },
  email_change_original: { lifetimeMs: hour / 6, requested: true },
  email_change_new: { lifetimeMs: hour / 6, requested: true, toUnverified: true },
  verification: { lifetimeMs: 24 * hour, requested: true, toUnverified: true, path: '/verify' },
  /** One budget, whatever the address: otherwise the limits would tell who has an account. */
  password_reset: { lifetimeMs: hour, requested: true, byAnybody: true, path: '/reset' },
  /** In place of a reset that cannot work: mails/resolve-recipient.ts. */
  password_reset_managed: { lifetimeMs: hour, requested: true },
  password_reset_suspended: { lifetimeMs: hour, requested: true },
  /** Caused only with the password of the account. */
  ip_authorization: {
    lifetimeMs: hour / 4,
    requested: false,
    awaited: true,
    byAnybody: true,
    path: '/authorize-ip',
  },
} as const satisfies Record<string, KindOfMail>

export type MailKind = keyof typeof mailKinds

/** Whether the address was proved for the first time, which removes what was set up before. Absent in mails of older versions. */
type FirstProof = { isFirstProof?: boolean }

/** In place of the link. Absent in mails of older versions. */
type CodeBeside = { code?: string }

/** Dates are ISO 8601, since the variables are stored as JSON. */
export type MailVariables = {
  /** `passkey` is the name of the one that was used. */
  sign_in: Cause & { passkey?: string | undefined }
  password_change: Cause & FirstProof & { by: 'owner' | 'operator' }
  totp_enabled: Cause
  totp_disabled: Cause & { by: 'owner' | 'operator' }
  sms_enabled: Cause & { hint: string }
  sms_disabled: Cause
  phone_set: Cause & { hint: string }
  phone_removed: Cause & { hint: string }
  passkey_added: Cause & { name: string }
  passkey_removed: Cause & { name: string; wasRequired: boolean }
  passkey_required: Cause
  passkey_not_required: Cause
  passkey_rejected: Cause & { name: string }
  backup_codes_replaced: Cause
  backup_code_used: Cause & { left: number }
  second_factor_failures: Cause
  /** `isLast`: no more are sent within a day. */
  handoff: Cause & { isLast: boolean }
  /** `provider` is the display name of the provider. */
  sso_linked: Cause & { provider: string | null; removed: Credential[] }
  sso_connected: Cause & { provider: string | null; by: 'owner' | 'operator' }
  sso_disconnected: Cause & { provider: string | null; by: 'owner' | 'operator' }
  account_disable: Cause
  account_delete: Cause & { due: string }
  account_reopen: Cause & { from: 'disable' | 'delete' }
  account_suspension: { until: string | null }
  account_enable: Record<never, never>
  email_released: Cause
  email_revert: Cause & FirstProof
  /** Of an operator, to the new address. */
  email_set: Cause
  /** `newAddress` is masked. */
  email_change: Cause & { token: string; newAddress?: string }
  /** Of a signed-in person who has nothing else. */
  step_up: Cause & { code: string }
  email_change_original: Cause & { code: string }
  email_change_new: { code: string }
  /** The first one to an address says who entered it, and has a link to a reset for an owner who did not. */
  verification: { token: string; disowningToken?: string } & CodeBeside & Partial<Cause>
  password_reset: { token: string } & CodeBeside
  /** `provider` is the display name of the provider. */
  password_reset_managed: { provider: string | null }
  password_reset_suspended: { until: string | null }
  ip_authorization: Cause & { address: string; token: string } & CodeBeside
}

/** `device` and `place` are null if they are unknown. */
export type Cause = { at: string; device: string | null; place: string | null }

/** What is encrypted at rest. */
export type MailContent<K extends MailKind = MailKind> = {
  to: string
  language: Language
  username: string
  variables: MailVariables[K]
}

export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]
