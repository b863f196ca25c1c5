import { foreignLine, plainLine } from '../../text/markdown.ts'
import { cleanText } from '../../text/sanitize-text.ts'
import { cutMarkdown } from '../../text/truncate.ts'
import { fromVisible, ifVisible } from '../../text/visible-text.ts'
import { convertMarkup, convertUnformatted, plainWords } from './convert-markup.ts'
import { convertEmoji } from './emoji.ts'

/** Chat products cut a text here themselves; more cannot matter for what we show. */
const maxTextLength = 40_000

/** Texts and numbers as clean text from what can be seen on; empty for everything else. */
export function foreignWords(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return fromVisible(cleanText(value)).slice(0, maxTextLength).toWellFormed()
}

/** Markup as markdown of at most `limit` code points; a sender may have switched its formatting off. */
export function shownMarkup(value: unknown, limit: number, isFormatted = true): string {
  const convert = isFormatted ? convertMarkup : convertUnformatted
  return ifVisible(cutMarkdown(convert(foreignWords(value)).trim(), limit))
}

/** One line for labels, where markup is not formatted; escaped, since they are markdown with us. */
export function shownLabel(value: unknown, limit: number): string {
  return ifVisible(foreignLine(convertEmoji(plainWords(foreignWords(value))), limit))
}

/** The same for titles and names of fields. Their brackets stay as they are (`[FIRING:1]`) unless they would form a link. */
export function shownTitle(value: unknown, limit: number): string {
  const label = shownLabel(value, limit)
  return /\]\\?[([:]/.test(label) ? label : label.replace(/\\([[\]])/g, '$1')
}

/** One line for authors and footers, where nothing is markdown. */
export function shownPlain(value: unknown, limit: number): string {
  return ifVisible(plainLine(convertEmoji(plainWords(foreignWords(value))), limit))
}
