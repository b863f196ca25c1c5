import { isPayload } from '../../payload.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import { convertEmoji } from '../markup/emoji.ts'
import { decodeEntities } from '../markup/entities.ts'
import { readText, renderLabel, renderMarkup } from '../markup/render-text.ts'

/** More than any place of a message can hold. */
const maxLength = 4096

/** A text object as markdown: `mrkdwn` is converted, `plain_text` is told as it is. A bare text counts as `mrkdwn`. */
export function textMarkdown(value: unknown): string {
  if (!isPayload(value)) return renderMarkup(value, maxLength)
  return value.type === 'plain_text' ? plainMarkdown(value.text) : renderMarkup(value.text, maxLength)
}

/** Text without any marks as markdown. */
export function plainMarkdown(value: unknown): string {
  return escapeMarkdown(convertEmoji(decodeEntities(readText(value))))
}

/** A text object as one line of at most `limit` code points without formatting, for titles and labels. */
export function textLine(value: unknown, limit: number): string {
  return renderLabel(isPayload(value) ? value.text : value, limit)
}
