import { type Embed, isEmbedVisible, messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { truncateMarkdown, truncateText } from '../../text/truncate.ts'
import { embedUrl } from '../../text/web-url.ts'
import { placeInEmbed } from '../blocks/place-in-embed.ts'
import { renderBlocks } from '../blocks/render-blocks.ts'
import { linkButtons } from '../link-buttons.ts'
import { renderMarkup, renderPlain, renderTitle } from '../markup/render-text.ts'
import { attachmentFields } from './attachment-fields.ts'
import { colorOf } from './color.ts'
import { timestampOf } from './timestamp.ts'

export type Attachment = { pretext: string; embed: Embed }

/** What an attachment becomes: a coloured card, and the text that stands above it (webhooks.md C2). */
export function renderAttachment(attachment: Payload): Attachment {
  const isFormatted = formattedParts(attachment.mrkdwn_in)
  const pretext = renderMarkup(attachment.pretext, messageLimits.content, isFormatted('pretext'))
  const embed = { ...body(attachment, isFormatted), ...surroundings(attachment) }
  if (pretext || isEmbedVisible(embed)) return { pretext, embed }
  const isFallbackFormatted = Boolean(attachment.mrkdwn_in) && isFormatted('fallback')
  const description = renderMarkup(attachment.fallback, messageLimits.description, isFallbackFormatted)
  return { pretext, embed: { ...embed, ...(description && { description }) } }
}

/** The card with the pretext as its first line, for when something else already stands above it. */
export function prependPretext({ pretext, embed }: Attachment): Embed {
  if (!pretext) return embed
  const description = [pretext, embed.description].filter(Boolean).join('\n')
  return { ...embed, description: truncateMarkdown(description, messageLimits.description) }
}

type IsFormatted = (part: string) => boolean

/** `mrkdwn_in` is a list or a text; without it everything that may have marks has them. */
function formattedParts(value: unknown): IsFormatted {
  const parts = typeof value === 'string' && value.trim() ? value.split(/[\s,]+/) : value
  return Array.isArray(parts) ? (part) => parts.includes(part) : () => true
}

function body(attachment: Payload, isFormatted: IsFormatted): Embed {
  const blocks = placeInEmbed(renderBlocks(attachment.blocks).pieces)
  const parts = [
    renderMarkup(attachment.text, messageLimits.description, isFormatted('text')),
    blocks.markdown,
    linkButtons(attachment.actions),
  ]
  const description = truncateMarkdown(parts.filter(Boolean).join('\n'), messageLimits.description)
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

/** A link counts only with a title. */
function titleOf(attachment: Payload): Pick<Embed, 'title' | 'url'> {
  const title = renderTitle(attachment.title, messageLimits.title)
  const url = embedUrl(attachment.title_link)
  return title ? { title, ...(url && { url }) } : {}
}

function surroundings(attachment: Payload): Embed {
  const color = colorOf(attachment.color)
  const timestamp = timestampOf(attachment.ts)
  return {
    ...(color !== undefined && { color }),
    ...authorOf(attachment),
    ...footerOf(attachment),
    ...(timestamp && { timestamp }),
  }
}

/** Link and icon count only with a name. */
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
