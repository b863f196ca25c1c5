import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { cleanName } from '../../webhooks/webhook-name.ts'
import { type Embed, fitEmbeds, isEmbedVisible, messageLimits } from '../embed.ts'
import type { Payload } from '../payload.ts'
import type { Draft, Rendering } from '../rendering.ts'
import { toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'
import { embedUrl } from '../text/web-url.ts'
import { type Attachment, prependPretext, renderAttachment } from './attachments/attachment.ts'
import { placeInMessage } from './blocks/place-in-message.ts'
import { renderBlocks } from './blocks/render-blocks.ts'
import { renderMarkup } from './markup/render-text.ts'
import { isFalse, records } from './payload-values.ts'

const maxAttachments = 100
const maxNameLength = 1000

/**
 * What a payload of a chat-compatible sender becomes: its text or blocks as content, its attachments as cards, under its
 * own name and icon (webhooks.md C2). Fails with NO_TEXT when nothing can be shown, and with TOO_MANY_ATTACHMENTS.
 */
export function renderChatCompat(payload: Payload): Rendering {
  const attachments = attachmentsOf(payload)
  const { markdown, cards, dropped } = mainContent(payload)
  const above = attachments.find(({ pretext }) => !markdown && pretext)
  const attached = attachments.map((each) => (each === above ? each.embed : prependPretext(each)))
  const embeds = [...cards, ...attached].filter(isEmbedVisible)
  const fitted = fitEmbeds(embeds.slice(0, messageLimits.embeds))
  const content = appendOverflowCount(markdown || (above?.pretext ?? ''), embeds.length - fitted.length)
  if (!content && fitted.length === 0) throw new ServiceError('NO_TEXT')
  const draft: Draft = { content, embeds: fitted, ...appearance(payload) }
  return { kind: 'rendered', event: null, action: null, draft, ...describeDropped(dropped) }
}

function attachmentsOf({ attachments }: Payload): Attachment[] {
  if (Array.isArray(attachments) && attachments.length > maxAttachments) {
    throw new ServiceError('TOO_MANY_ATTACHMENTS')
  }
  return records(attachments).map(renderAttachment)
}

/** With blocks the text is for notifications only, which we have none of; it is shown when no block is. */
function mainContent({ blocks, text, mrkdwn }: Payload): {
  markdown: string
  cards: Embed[]
  dropped: string[]
} {
  const { pieces, hasKnownContent, dropped } = renderBlocks(blocks)
  const words = renderMarkup(text, messageLimits.content, !isFalse(mrkdwn))
  if (words && !hasKnownContent) return { markdown: words, cards: [], dropped }
  const { markdown, cards } = placeInMessage(pieces)
  return { markdown: visibleOrEmpty(truncateMarkdown(markdown, messageLimits.content)), cards, dropped }
}

/** Cards that find no room are counted at the end of the content, which gives way (contract.md 8 rows 5 and 36). */
function appendOverflowCount(content: string, count: number): string {
  if (count === 0) return content
  const line = `+${count} more attachments`
  const kept = truncateMarkdown(content, messageLimits.content - line.length - 1)
  return kept ? `${kept}\n${line}` : line
}

/** The name is cut rather than refused (contract.md 8 row 5); an odd icon is as good as none. */
function appearance({ username, alias, icon_url, avatar }: Payload): Pick<Draft, 'username' | 'avatarUrl'> {
  const name = nameOf(username) || nameOf(alias)
  const avatarUrl = embedUrl(icon_url) ?? embedUrl(avatar)
  return { ...(name && { username: name }), ...(avatarUrl && { avatarUrl }) }
}

function nameOf(value: unknown): string {
  return typeof value === 'string'
    ? toPlainLine(cleanName(value.trimStart().slice(0, maxNameLength)), messageLimits.username)
    : ''
}

/** For whoever tries a payload and misses a part of it. */
function describeDropped(dropped: string[]): { detail?: string } {
  const types = [...new Set(dropped)].map((type) => type.slice(0, 40).replace(/[^\w-]/g, '_'))
  return types.length > 0 ? { detail: `Blocks that show nothing: ${types.slice(0, 10).join(', ')}.` } : {}
}
