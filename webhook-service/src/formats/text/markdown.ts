import { breakLinkEnds } from './break-link-ends.ts'
import { escapeMentions } from './mentions.ts'
import { sanitizeLine, sanitizeText } from './sanitize-text.ts'
import { truncateMarkdown, truncateText } from './truncate.ts'
import { trimInvisibleStart } from './visible-text.ts'
import { linkTarget } from './web-url.ts'

/**
 * Syntax of the markdown dialects of chat clients. Bare URLs match first and are kept; then marks that work
 * anywhere, underscores at word boundaries, and starts of quotes, headings, lists, tables and rules (`#7` and
 * `-1` are none). `(` after `]` is escaped too: parsers that match links by a pattern accept the escaped
 * bracket as the end of an earlier link.
 */
const marks =
  /https?:\/\/[^\s<>()[\]\\*~`|"']+|(?<=\])\(|[\\*~`[\]|]|<(?![\s<]|[\d=-](?![^\s<>]*[@\ue000]))|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[ \t]*(?:>|#(?=#{0,5}(?:\s|$))|-(?=#|[-: \t]*$)|[+-](?=[\s-]|$)|:(?=[-: \t]*$)|=(?==*[ \t]*$)|\d{1,9}[.)](?=\s|$))/gimu

/** Escapes untrusted text, so that it forms no link, no formatting and no mention. */
export function escapeMarkdown(text: string): string {
  return escapeMentions(text.replace(marks, escapeMatch))
}

function escapeMatch(mark: string): string {
  if (mark.length > 1 && /^https?:/i.test(mark)) return mark
  // Escapes the last character: in `1.` only the dot makes a list.
  return `${mark.slice(0, -1)}\\${mark.slice(-1)}`
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
