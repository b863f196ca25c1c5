import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type Embed, isEmbedVisible } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { joinLines } from '../../text/join-lines.ts'
import { truncateMarkdown, truncateText } from '../../text/truncate.ts'
import { embedUrl } from '../../text/web-url.ts'
import { placeInEmbed } from '../blocks/place-blocks.ts'
import { renderBlocks } from '../blocks/render-blocks.ts'
import { linkButtons } from '../link-buttons.ts'
import { renderMarkup, renderPlain, renderTitle } from '../markup/render-text.ts'
import { attachmentFields } from './attachment-fields.ts'
import { colorOf } from './color.ts'
import { timestampOf } from './timestamp.ts'

export type Attachment = { pretext: string; embed: Embed }

export function renderAttachment(attachment: Payload): Attachment {
  const isFormatted = formattedParts(attachment.mrkdwn_in)
  const pretext = renderMarkup(attachment.pretext, messageLimits.content, isFormatted('pretext'))
  const embed = { ...mainParts(attachment, isFormatted), ...metadata(attachment) }
  if (pretext || isEmbedVisible(embed)) return { pretext, embed }
  const isFallbackFormatted = Boolean(attachment.mrkdwn_in) && isFormatted('fallback')
  const description = renderMarkup(attachment.fallback, messageLimits.description, isFallbackFormatted)
  return { pretext, embed: { ...embed, ...(description && { description }) } }
}

/** Puts the pretext into the description, for when the message already has other content. */
export function prependPretext({ pretext, embed }: Attachment): Embed {
  if (!pretext) return embed
  const description = joinLines([pretext, embed.description ?? ''])
  return { ...embed, description: truncateMarkdown(description, messageLimits.description) }
}

type IsFormatted = (part: string) => boolean

/** `mrkdwn_in` is a list or a comma-separated text. Without it, every part is formatted. */
function formattedParts(value: unknown): IsFormatted {
  const parts = typeof value === 'string' && value.trim() ? value.split(/[\s,]+/) : value
  return Array.isArray(parts) ? (part) => parts.includes(part) : () => true
}

function mainParts(attachment: Payload, isFormatted: IsFormatted): Embed {
  const blocks = placeInEmbed(renderBlocks(attachment.blocks).parts)
  const parts = [
    renderMarkup(attachment.text, messageLimits.description, isFormatted('text')),
    blocks.markdown,
    linkButtons(attachment.actions),
  ]
  const description = truncateMarkdown(joinLines(parts), messageLimits.description)
  const fields = attachmentFields(attachment.fields, isFormatted('fields'))
  const image = embedUrl(attachment.image_url) ?? blocks.image
  const thumbnail = embedUrl(attachment.thumb_url) ?? blocks.thumbnail
  return {
    ...titleOf(attachment),
    ...(description && { description }),
    ...(fields.length > 0 && { fields }),
    ...(image && { image: { url: image } }),
    ...(thumbnail && { thumbnail: { url: thumbnail } }),
  }
}

function titleOf(attachment: Payload): Pick<Embed, 'title' | 'url'> {
  const title = renderTitle(attachment.title, messageLimits.title)
  const url = embedUrl(attachment.title_link)
  return title ? { title, ...(url && { url }) } : {}
}

function metadata(attachment: Payload): Embed {
  const color = colorOf(attachment.color)
  const timestamp = timestampOf(attachment.ts)
  return {
    ...(color !== undefined && { color }),
    ...authorOf(attachment),
    ...footerOf(attachment),
    ...(timestamp && { timestamp }),
  }
}

function authorOf({ author_name, author_subname, author_link, author_icon }: Payload): Pick<Embed, 'author'> {
  const names = [author_name, author_subname]
    .map((name) => renderPlain(name, messageLimits.author))
    .filter(Boolean)
  const url = embedUrl(author_link)
  const icon = embedUrl(author_icon)
  if (names.length === 0) return {}
  const name = truncateText(names.join(' · '), messageLimits.author)
  return { author: { name, ...(url && { url }), ...(icon && { icon_url: icon }) } }
}

function footerOf({ footer, footer_icon }: Payload): Pick<Embed, 'footer'> {
  const text = renderPlain(footer, messageLimits.footer)
  const icon = embedUrl(footer_icon)
  return text ? { footer: { text, ...(icon && { icon_url: icon }) } } : {}
}
