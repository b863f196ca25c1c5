import { formatNames } from '@gatehouse/proto/executions/formats'
import {
  type Embed,
  Format,
  type Message,
  type MessageSource,
} from '@gatehouse/proto/gen/webhooks/v1/messages'

export type EmbedJson = {
  title?: string | undefined
  url?: string | undefined
  description?: string | undefined
  color?: number | undefined
  timestamp?: string | undefined
  author?: { name: string; url?: string | undefined; icon_url?: string | undefined } | undefined
  fields?: { name: string; value: string; inline: boolean }[] | undefined
  image?: { url: string } | undefined
  thumbnail?: { url: string } | undefined
  footer?: { text: string; icon_url?: string | undefined } | undefined
}

/** The public form of a message, for the message stream (docs/messages.md); over HTTP it has some constants more. */
export function messageJson({ author, timestamp, editedTimestamp, mentions, source, ...message }: Message) {
  return {
    id: message.id,
    channel_id: message.channelId,
    guild_id: message.guildId,
    webhook_id: message.webhookId,
    author: {
      id: message.webhookId,
      username: author?.username ?? '',
      avatar: author?.avatar ?? null,
      avatar_url: author?.avatarUrl ?? null,
      bot: true as const,
    },
    content: message.content,
    embeds: message.embeds.map(embedJson),
    timestamp: timestamp?.toISOString() ?? '',
    edited_timestamp: editedTimestamp?.toISOString() ?? null,
    mention_everyone: mentions?.everyone ?? false,
    mentions: mentions?.userIds ?? [],
    mention_roles: mentions?.roleIds ?? [],
    source: sourceJson(source),
  }
}

/** Null for a native message, which shows no payload of another product. */
function sourceJson(source: MessageSource | undefined) {
  if (!source || source.format === Format.NATIVE) return null
  return {
    format: formatNames[source.format] ?? '',
    event: source.event ?? null,
    action: source.action ?? null,
    sender_delivery_id: source.senderDeliveryId ?? null,
  }
}

/** JSON omits parts that are undefined. */
function embedJson({
  timestamp,
  author,
  fields,
  imageUrl,
  thumbnailUrl,
  footer,
  ...embed
}: Embed): EmbedJson {
  return {
    title: embed.title,
    url: embed.url,
    description: embed.description,
    color: embed.color,
    timestamp: timestamp?.toISOString(),
    author: author && { name: author.name, url: author.url, icon_url: author.iconUrl },
    fields:
      fields.length > 0 ? fields.map(({ name, value, inline }) => ({ name, value, inline })) : undefined,
    image: imageUrl === undefined ? undefined : { url: imageUrl },
    thumbnail: thumbnailUrl === undefined ? undefined : { url: thumbnailUrl },
    footer: footer && { text: footer.text, icon_url: footer.iconUrl },
  }
}
