import type { Disabled, WebhookSettings } from './webhook-settings.ts'

export type Webhook = {
  id: string
  guildId: string
  channelId: string
  name: string
  /** Hash of the avatar image, null without one. */
  avatar: string | null
  creatorId: string
  tokenDigest: Buffer
  sealedToken: string
  /** The token before the last rotation, valid before `until` (Unix milliseconds). */
  previousToken: { digest: Buffer; until: number } | null
  settings: WebhookSettings
  /** Consecutive rejected executions, as counted in `executions/rejections.ts`. */
  rejections: number
  disabled: Disabled | null
}

export type WebhookLimits = { perChannel: number; perGuild: number }
