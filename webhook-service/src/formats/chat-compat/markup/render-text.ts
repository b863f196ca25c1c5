import { convertEmoji } from '../../text/emoji.ts'
import { toMarkdownLine, toPlainLine } from '../../text/markdown.ts'
import type { Mark } from '../../text/place-marks.ts'
import { sanitizeText } from '../../text/sanitize-text.ts'
import { truncateMarkdown } from '../../text/truncate.ts'
import { trimInvisibleStart, visibleOrEmpty } from '../../text/visible-text.ts'
import { convertMarkup, convertWithoutFormatting, stripMarkup } from './convert-markup.ts'

/** The limit of the product that this format comes from. */
const maxTextLength = 40_000

export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return trimInvisibleStart(sanitizeText(value)).slice(0, maxTextLength).toWellFormed()
}

export function renderMarkup(value: unknown, limit: number, isFormatted = true): string {
  const convert = isFormatted ? convertMarkup : convertWithoutFormatting
  return visibleOrEmpty(truncateMarkdown(convert(readText(value)).trim(), limit))
}

/** One line of escaped text, for labels, where the sender's markup is not formatted. */
export function renderLabel(value: unknown, limit: number, mark?: Mark): string {
  return visibleOrEmpty(toMarkdownLine(stripMarkup(readText(value)), limit, { mark, emoji: 'slack' }))
}

/** Like `renderLabel`, but brackets are not escaped (`[FIRING:1]`) unless they could form a link. */
export function renderTitle(value: unknown, limit: number): string {
  const label = renderLabel(value, limit)
  return /\]\\?[([:]/.test(label) ? label : label.replace(/\\([[\]])/g, '$1')
}

/** One line for authors and footers, which consumers do not parse as markdown. */
export function renderPlain(value: unknown, limit: number): string {
  return visibleOrEmpty(toPlainLine(convertEmoji(stripMarkup(readText(value)), 'slack'), limit))
}
