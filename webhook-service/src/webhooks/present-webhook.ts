import type { Webhook as WireWebhook } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Webhook } from './webhook.ts'
import type { WebhookTokens } from './webhook-token.ts'

export function presentWebhook({ tokens }: { tokens: WebhookTokens }, webhook: Webhook): WireWebhook {
  return {
    id: webhook.id,
    guildId: webhook.guildId,
    channelId: webhook.channelId,
    name: webhook.name,
    avatar: webhook.avatar ?? undefined,
    token: tokens.reveal(webhook),
    creatorId: webhook.creatorId,
  }
}
