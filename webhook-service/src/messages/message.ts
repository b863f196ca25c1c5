import type { FormatName } from '@gatehouse/proto/executions/formats'
import { type Embed, fitEmbeds } from '../formats/embed.ts'
import type { Draft, Mentions } from '../formats/rendering.ts'

/** Format, event, action and delivery id of the payload. */
export type Source = {
  format: FormatName
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
  /** Unix milliseconds; absent if it was never edited. */
  editedTimestamp?: number
  mentions?: Mentions
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
    embeds: fitEmbeds(draft.embeds, draft.avatarUrl),
    timestamp: now,
    ...(draft.mentions && { mentions: draft.mentions }),
    source,
  }
}
