import { type Embed, fitEmbeds } from '../formats/embed.ts'
import type { Draft } from '../formats/rendering.ts'

/** Where a message came from, kept so that a consumer can render it its own way. */
export type Source = {
  format: 'code-host' | 'chat-compat' | 'error-tracker'
  event: string | null
  action: string | null
  senderDeliveryId: string | null
}

export type Message = {
  id: string
  channelId: string
  guildId: string
  webhookId: string
  author: { username: string; avatar: string | null; avatarUrl: string | null }
  content: string
  embeds: Embed[]
  /** Milliseconds since 1970. */
  timestamp: number
  source: Source
}

type Posting = {
  id: string
  now: number
  webhook: { id: string; channelId: string; guildId: string; name: string; avatar: string | null }
  draft: Draft
  source: Source
}

/** A draft in its place: under the webhook's name unless it brings its own. */
export function composeMessage({ id, now, webhook, draft, source }: Posting): Message {
  return {
    id,
    channelId: webhook.channelId,
    guildId: webhook.guildId,
    webhookId: webhook.id,
    author: {
      username: draft.username ?? webhook.name,
      avatar: webhook.avatar,
      avatarUrl: draft.avatarUrl ?? null,
    },
    content: draft.content,
    embeds: fitEmbeds(draft.embeds),
    timestamp: now,
    source,
  }
}

/** The message as everyone reads it: over HTTP, in the stream (contract.md 8, Messages). */
export function messageJson(message: Message): string {
  return JSON.stringify({
    id: message.id,
    channel_id: message.channelId,
    guild_id: message.guildId,
    webhook_id: message.webhookId,
    author: {
      id: message.webhookId,
      username: message.author.username,
      avatar: message.author.avatar,
      avatar_url: message.author.avatarUrl,
      bot: true,
    },
    content: message.content,
    embeds: message.embeds,
    timestamp: new Date(message.timestamp).toISOString(),
    edited_timestamp: null,
    // The foreign formats mention nobody (contract.md 8 row 7).
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    source: {
      format: message.source.format,
      event: message.source.event,
      action: message.source.action,
      sender_delivery_id: message.source.senderDeliveryId,
    },
  })
}
