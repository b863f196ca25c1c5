import { type EventFilter, showsAll } from '../filters/event-filter.ts'
import type { SigningSecret } from '../signatures/signing-secrets.ts'

/** What a webhook has beyond its shape (contract.md 8, Settings). Times are milliseconds since 1970. */
export type WebhookSettings = {
  signingSecret: SigningSecret | null
  /** The one before it, while its grace lasts. */
  previousSecret: (SigningSecret & { until: number }) | null
  /** How many secrets there were; the versions of the next ones go on from here. */
  secretsDrawn: number
  /** Null: the time of an error tracker's post is not looked at, since its signature does not cover it. */
  signatureToleranceSeconds: number | null
  eventFilter: EventFilter
  deduplicate: boolean
  expiresAt: number | null
}

/** Why and since when a webhook is switched off (contract.md 8 row 23). */
export type Disabled = { at: number; reason: string }

/** What holds until somebody changes it. */
export const defaultSettings: WebhookSettings = {
  signingSecret: null,
  previousSecret: null,
  secretsDrawn: 0,
  signatureToleranceSeconds: null,
  eventFilter: showsAll,
  deduplicate: true,
  expiresAt: null,
}
