import { addressInLabel } from './addresses.ts'
import { breakLinkEnds } from './break-link-ends.ts'
import { convertEmoji, type EmojiNames } from './emoji.ts'
import { markdownWriter } from './markdown-writer.ts'
import { escapeMentions } from './mentions.ts'
import type { Mark } from './place-marks.ts'
import { sanitizeLine, sanitizeText } from './sanitize-text.ts'
import { truncateMarkdown, truncateText } from './truncate.ts'
import { trimInvisibleStart } from './visible-text.ts'
import { linkTarget } from './web-url.ts'

/** Escapes untrusted text, so that it forms no formatting, no mention, and no links but its addresses. */
export function escapeMarkdown(text: string, mark?: Mark): string {
  const writer = markdownWriter()
  for (const piece of mark ? [{ open: mark }, { text }, { close: mark }] : [{ text }]) writer.add(piece)
  return writer.toString()
}

type LineOptions = {
  /** Around all of it. */
  mark?: Mark | undefined
  /** Converts names of emoji. */
  emoji?: EmojiNames | undefined
}

export function toMarkdownLine(text: string, limit: number, { mark, emoji }: LineOptions = {}): string {
  const line = sanitizeLine(head(text, limit))
  return truncateMarkdown(escapeMarkdown(emoji ? convertEmoji(line, emoji) : line, mark), limit)
}

export function toMarkdownText(text: string, limit: number): string {
  return truncateMarkdown(escapeMarkdown(sanitizeText(head(text, limit))), limit)
}

/** For names of authors and footers, which are not parsed as markdown. */
export function toPlainLine(text: string, limit: number): string {
  return truncateText(escapeMentions(sanitizeLine(head(text, limit))), limit)
}

/** `label` is Markdown. An address in it would end the link. */
export function link(label: string, url: unknown): string {
  const target = linkTarget(url)
  if (!target) return label
  return `[${label.replace(addressInBrackets, (_, address: string) => addressInLabel(address))}](${target})`
}

const addressInBrackets = /(?<!\\)<(https?:\/\/[^\s<>]*)>/gi

/**
 * Replaces backticks by a similar letter, because code has no escapes. Empty text gives no code: two marks
 * alone would open a longer code span.
 */
export function inlineCode(text: string, limit: number): string {
  const line = truncateText(sanitizeLine(breakLinkEnds(head(text, limit).replaceAll('`', 'ˋ'))), limit)
  return line && `\`${line}\``
}

/** Enough of a long text to fill the limit, so that the work does not depend on the length of the text. */
function head(text: string, limit: number): string {
  const maxLength = limit * 8 + 256
  return text.length > maxLength ? trimInvisibleStart(text).slice(0, maxLength) : text
}
