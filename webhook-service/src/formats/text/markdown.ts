import { breakLinkEnds } from './break-link-ends.ts'
import { markdownWriter } from './markdown-writer.ts'
import { escapeMentions } from './mentions.ts'
import { sanitizeLine, sanitizeText } from './sanitize-text.ts'
import { truncateMarkdown, truncateText } from './truncate.ts'
import { trimInvisibleStart } from './visible-text.ts'
import { linkTarget } from './web-url.ts'

/** Escapes untrusted text, so that it forms no formatting, no mention, and no links but its addresses. */
export function escapeMarkdown(text: string): string {
  const writer = markdownWriter()
  writer.add({ text })
  return writer.toString()
}

/** Escapes text for the label of a link, in which an address would be another link. */
export function escapeLabel(text: string): string {
  const writer = markdownWriter()
  writer.addLabel(text)
  return writer.toString()
}

export function toLabelLine(text: string, limit: number): string {
  return truncateMarkdown(escapeLabel(sanitizeLine(head(text, limit))), limit)
}

export function toMarkdownLine(text: string, limit: number): string {
  return truncateMarkdown(escapeMarkdown(sanitizeLine(head(text, limit))), limit)
}

export function toMarkdownText(text: string, limit: number): string {
  return truncateMarkdown(escapeMarkdown(sanitizeText(head(text, limit))), limit)
}

/** For names of authors and footers, which are not parsed as markdown. */
export function toPlainLine(text: string, limit: number): string {
  return truncateText(escapeMentions(sanitizeLine(head(text, limit))), limit)
}

export function link(label: string, url: unknown): string {
  const target = linkTarget(url)
  return target ? `[${label}](${target})` : label
}

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
