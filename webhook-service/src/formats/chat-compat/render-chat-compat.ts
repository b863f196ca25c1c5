import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { cleanLabel } from '@gatehouse/service-kit/fields/label'
import { type Embed, fitEmbeds, isEmbedVisible } from '../embed.ts'
import type { Payload } from '../payload.ts'
import type { Draft, Rendering } from '../rendering.ts'
import { joinLines } from '../text/join-lines.ts'
import { toPlainLine } from '../text/markdown.ts'
import { truncateMarkdown } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'
import { embedUrl } from '../text/web-url.ts'
import { isAlertGroup, renderAlerts } from './alerts/render-alerts.ts'
import { type Attachment, prependPretext, renderAttachment } from './attachments/attachment.ts'
import { joinParts, text as textPart } from './blocks/block-part.ts'
import { placeInMessage } from './blocks/place-blocks.ts'
import { renderBlocks } from './blocks/render-blocks.ts'
import { renderMarkup } from './markup/render-text.ts'
import { isFalse, toObjects } from './payload-values.ts'

const maxAttachments = 100
const maxNameLength = 1000

/** Throws NO_TEXT if there is nothing to show, and TOO_MANY_ATTACHMENTS. */
export function renderChatCompat(payload: Payload): Rendering {
  const { draft, ...rest } = isAlertGroup(payload) ? { draft: renderAlerts(payload) } : renderMessage(payload)
  if (!draft.content && draft.embeds.length === 0) throw new ServiceError('NO_TEXT')
  return { kind: 'rendered', event: null, action: null, draft, ...rest }
}

function renderMessage(payload: Payload): { draft: Draft; detail?: string } {
  const attachments = attachmentsOf(payload)
  const { markdown, imageEmbeds, dropped } = mainContent(payload)
  const withPretextAsContent = attachments.find(({ pretext }) => !markdown && pretext)
  const attached = attachments.map((each) =>
    each === withPretextAsContent ? each.embed : prependPretext(each),
  )
  const embeds = [...imageEmbeds, ...attached].filter(isEmbedVisible)
  const author = authorOverride(payload)
  const fitted = fitEmbeds(embeds.slice(0, messageLimits.embeds), author.avatarUrl)
  const content = appendOverflowCount(
    markdown || (withPretextAsContent?.pretext ?? ''),
    embeds.length - fitted.length,
  )
  return { draft: { content, embeds: fitted, ...author }, ...describeDropped(dropped) }
}

function attachmentsOf({ attachments }: Payload): Attachment[] {
  if (Array.isArray(attachments) && attachments.length > maxAttachments) {
    throw new ServiceError('TOO_MANY_ATTACHMENTS')
  }
  return toObjects(attachments).map(renderAttachment)
}

/** Next to blocks, `text` is a summary for notifications: used if no supported block shows anything, or an unknown one does not. */
function mainContent({ blocks, text, mrkdwn }: Payload): {
  markdown: string
  imageEmbeds: Embed[]
  dropped: string[]
} {
  const { parts, hasKnownContent, lacksWords, dropped } = renderBlocks(blocks)
  const plainText = renderMarkup(text, messageLimits.content, !isFalse(mrkdwn))
  if (plainText && !hasKnownContent) return { markdown: plainText, imageEmbeds: [], dropped }
  const { markdown: ofBlocks, embeds } = placeInMessage(parts)
  const isMissing = lacksWords && plainText && !ofBlocks.includes(plainText)
  const markdown = isMissing ? joinParts([...textPart(plainText), ...textPart(ofBlocks)]) : ofBlocks
  return {
    markdown: visibleOrEmpty(truncateMarkdown(markdown, messageLimits.content)),
    imageEmbeds: embeds,
    dropped,
  }
}

/** Truncates the content to make room for the number of attachments that are not shown. */
function appendOverflowCount(content: string, count: number): string {
  if (count === 0) return content
  const line = `+${count} more attachments`
  const kept = truncateMarkdown(content, messageLimits.content - line.length - 1)
  return joinLines([kept, line])
}

/** A long name is truncated, and an invalid icon ignored, because senders do not show errors to anybody. */
function authorOverride({
  username,
  alias,
  icon_url,
  avatar,
}: Payload): Pick<Draft, 'username' | 'avatarUrl'> {
  const name = nameOf(username) || nameOf(alias)
  const avatarUrl = embedUrl(icon_url) ?? embedUrl(avatar)
  return { ...(name && { username: name }), ...(avatarUrl && { avatarUrl }) }
}

function nameOf(value: unknown): string {
  return typeof value === 'string'
    ? toPlainLine(cleanLabel(value.trimStart().slice(0, maxNameLength)), messageLimits.username)
    : ''
}

function describeDropped(dropped: string[]): { detail?: string } {
  const types = [...new Set(dropped)].map((type) => type.slice(0, 40).replace(/[^\w-]/g, '_'))
  return types.length > 0 ? { detail: `Blocks that show nothing: ${types.slice(0, 10).join(', ')}.` } : {}
}
