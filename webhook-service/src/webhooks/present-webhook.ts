import type { TokenReference, Webhook as WireWebhook } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Webhook } from './webhook.ts'
import type { WebhookTokens } from './webhook-token.ts'

export function presentWebhook({ tokens }: { tokens: WebhookTokens }, webhook: Webhook): WireWebhook {
  return presentWithToken(webhook, tokens.reveal(webhook))
}

/** With the token that was sent: the holder of a previous token must not receive the one that replaced it. */
export function presentToHolder(webhook: Webhook, reference: TokenReference | undefined): WireWebhook {
  return presentWithToken(webhook, reference?.token ?? '')
}

function presentWithToken(webhook: Webhook, token: string): WireWebhook {
  return {
    id: webhook.id,
    guildId: webhook.guildId,
    channelId: webhook.channelId,
    name: webhook.name,
    avatar: webhook.avatar ?? undefined,
    token,
    creatorId: webhook.creatorId,
  }
}
