import { toMarkdownLine, toPlainLine } from '../../text/markdown.ts'
import { sanitizeText } from '../../text/sanitize-text.ts'
import { truncateMarkdown } from '../../text/truncate.ts'
import { trimInvisibleStart, visibleOrEmpty } from '../../text/visible-text.ts'
import { convertMarkup, convertWithoutFormatting, stripMarkup } from './convert-markup.ts'
import { convertEmoji } from './emoji.ts'

/** Chat products cut a text here themselves; more cannot matter for what we show. */
const maxTextLength = 40_000

/** Texts and numbers as clean text from what can be seen on; empty for everything else. */
export function readText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return trimInvisibleStart(sanitizeText(value)).slice(0, maxTextLength).toWellFormed()
}

/** Markup as markdown of at most `limit` code points; a sender may have switched its formatting off. */
export function renderMarkup(value: unknown, limit: number, isFormatted = true): string {
  const convert = isFormatted ? convertMarkup : convertWithoutFormatting
  return visibleOrEmpty(truncateMarkdown(convert(readText(value)).trim(), limit))
}

/** One line for labels, where markup is not formatted; escaped, since they are markdown with us. */
export function renderLabel(value: unknown, limit: number): string {
  return visibleOrEmpty(toMarkdownLine(convertEmoji(stripMarkup(readText(value))), limit))
}

/** The same for titles and names of fields. Their brackets stay as they are (`[FIRING:1]`) unless they would form a link. */
export function renderTitle(value: unknown, limit: number): string {
  const label = renderLabel(value, limit)
  return /\]\\?[([:]/.test(label) ? label : label.replace(/\\([[\]])/g, '$1')
}

/** One line for authors and footers, where nothing is markdown. */
export function renderPlain(value: unknown, limit: number): string {
  return visibleOrEmpty(toPlainLine(convertEmoji(stripMarkup(readText(value))), limit))
}
