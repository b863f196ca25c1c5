import { type Embed, fitEmbeds } from '../formats/embed.ts'
import type { Draft } from '../formats/rendering.ts'

/** Format, event, action and delivery id of the payload. */
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
  /** Unix milliseconds. */
  timestamp: number
  source: Source
}

type MessageParts = {
  id: string
  now: number
  webhook: { id: string; channelId: string; guildId: string; name: string; avatar: string | null }
  draft: Draft
  source: Source
}

export function composeMessage({ id, now, webhook, draft, source }: MessageParts): Message {
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

/** The public form of a message, for HTTP and for the stream. */
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
    // No format can mention anybody.
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
