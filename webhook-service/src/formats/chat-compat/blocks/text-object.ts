import { isPayload } from '../../payload.ts'
import { convertEmoji } from '../../text/emoji.ts'
import { escapeMarkdown } from '../../text/markdown.ts'
import type { Mark } from '../../text/place-marks.ts'
import { decodeEntities } from '../markup/entities.ts'
import { readText, renderLabel, renderMarkup } from '../markup/render-text.ts'

const maxLength = 4096

/** A plain string counts as `mrkdwn`, as it does at the senders' product. */
export function textMarkdown(value: unknown): string {
  if (!isPayload(value)) return renderMarkup(value, maxLength)
  return value.type === 'plain_text' ? plainMarkdown(value.text) : renderMarkup(value.text, maxLength)
}

export function plainMarkdown(value: unknown): string {
  return escapeMarkdown(convertEmoji(decodeEntities(readText(value)), 'slack'))
}

export function textLine(value: unknown, limit: number, mark?: Mark): string {
  return renderLabel(isPayload(value) ? value.text : value, limit, mark)
}
