import { allowAll, type EventFilter } from '../filters/event-filter.ts'
import type { SigningSecret } from '../signatures/signing-secrets.ts'

/** Times are milliseconds since 1970. */
export type WebhookSettings = {
  signingSecret: SigningSecret | null
  /** The secret before it, valid during its grace period. */
  previousSecret: (SigningSecret & { until: number }) | null
  /** The version of the latest secret. */
  lastSecretVersion: number
  /** Null: timestamps are not checked. The signatures of error trackers do not cover them. */
  signatureToleranceSeconds: number | null
  eventFilter: EventFilter
  deduplicate: boolean
  expiresAt: number | null
}

/** Since when and why a webhook is disabled. */
export type Disabled = { at: number; reason: string }

export const defaultSettings: WebhookSettings = {
  signingSecret: null,
  previousSecret: null,
  lastSecretVersion: 0,
  signatureToleranceSeconds: null,
  eventFilter: allowAll,
  deduplicate: true,
  expiresAt: null,
}
