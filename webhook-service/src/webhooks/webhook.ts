import type { Disabled, WebhookSettings } from '../settings/webhook-settings.ts'

/** A webhook as this service knows it. The token itself is never here: only its digest, and itself sealed. */
export type Webhook = {
  id: string
  guildId: string
  channelId: string
  name: string
  /** Hash of the avatar image, null without one. */
  avatar: string | null
  /** Account that made it. */
  creatorId: string
  /** SHA-256 of the token. */
  tokenDigest: Buffer
  /** The token, sealed by the key ring: it must be shown again (contract.md 4). */
  sealedToken: string
  settings: WebhookSettings
  /** Posts answered 400 or 401 since the last one that was taken. */
  refusals: number
  /** Null while it takes posts. */
  disabled: Disabled | null
}

/** How many webhooks a channel and a guild can hold. */
export type WebhookLimits = { perChannel: number; perGuild: number }
