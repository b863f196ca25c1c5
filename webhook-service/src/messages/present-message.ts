import { executionFormats } from '@gatehouse/proto/executions/formats'
import type {
  MessageSource,
  Embed as WireEmbed,
  Message as WireMessage,
} from '@gatehouse/proto/gen/webhooks/v1/messages'
import { messageJson } from '@gatehouse/service-kit/messages/message-json'
import type { Embed } from '../formats/embed.ts'
import type { Message, Source } from './message.ts'

export function presentMessage({
  author,
  source,
  mentions,
  editedTimestamp,
  ...message
}: Message): WireMessage {
  return {
    id: message.id,
    channelId: message.channelId,
    guildId: message.guildId,
    webhookId: message.webhookId,
    author: {
      username: author.username,
      avatar: author.avatar ?? undefined,
      avatarUrl: author.avatarUrl ?? undefined,
    },
    content: message.content,
    embeds: message.embeds.map(presentEmbed),
    timestamp: new Date(message.timestamp),
    editedTimestamp: editedTimestamp === undefined ? undefined : new Date(editedTimestamp),
    mentions: mentions && { everyone: mentions.everyone, userIds: mentions.users, roleIds: mentions.roles },
    source: presentSource(source),
  }
}

export function presentSource({ format, event, action, senderDeliveryId }: Source): MessageSource {
  return {
    format: executionFormats[format].format,
    event: event ?? undefined,
    action: action ?? undefined,
    senderDeliveryId: senderDeliveryId ?? undefined,
  }
}

/** The JSON of the message stream. */
export function messageText(message: Message): string {
  return JSON.stringify(messageJson(presentMessage(message)))
}

function presentEmbed({ timestamp, author, fields, image, thumbnail, footer, ...embed }: Embed): WireEmbed {
  return {
    title: embed.title,
    url: embed.url,
    description: embed.description,
    color: embed.color,
    timestamp: timestamp === undefined ? undefined : new Date(timestamp),
    author: author && { name: author.name, url: author.url, iconUrl: author.icon_url },
    fields: fields ?? [],
    imageUrl: image?.url,
    thumbnailUrl: thumbnail?.url,
    footer: footer && { text: footer.text, iconUrl: footer.icon_url },
  }
}
