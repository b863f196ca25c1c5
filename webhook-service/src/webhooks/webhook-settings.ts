import type { FormatName } from '@gatehouse/proto/executions/formats'
import { allowAll, type EventFilter } from '../filters/event-filter.ts'
import type { SigningSecret } from '../signatures/signing-secrets.ts'

/** Times are milliseconds since 1970. */
export type WebhookSettings = {
  signingSecret: SigningSecret | null
  previousSecret: (SigningSecret & { until: number }) | null
  lastSecretVersion: number
  /** Null: timestamps are not checked. The signatures of error trackers do not cover them. */
  signatureToleranceSeconds: number | null
  eventFilter: EventFilter
  deduplicate: boolean
  /** Null: all. */
  allowedFormats: FormatName[] | null
  expiresAt: number | null
}

export type Disabled = { at: number; reason: string }

export const defaultSettings: WebhookSettings = {
  signingSecret: null,
  previousSecret: null,
  lastSecretVersion: 0,
  signatureToleranceSeconds: null,
  eventFilter: allowAll,
  deduplicate: true,
  allowedFormats: null,
  expiresAt: null,
}
