import { breakLinkEnds } from './join-markdown.ts'
import { escapeMentions } from './mentions.ts'
import { sanitizeLine, sanitizeText } from './sanitize-text.ts'
import { truncateMarkdown, truncateText } from './truncate.ts'
import { trimInvisibleStart } from './visible-text.ts'
import { linkTarget } from './web-url.ts'

/**
 * What makes formatting in the markdown dialects of chats: bare URLs are matched first and stay as they are, then
 * marks that work anywhere, underscores at a word's edge, and what starts a quote, heading, list, table or rule at the
 * start of a line; `#7` and `-1` start none. What ends the text may be continued by other text. A `(` behind a `]` is escaped as well:
 * readers to which a link is a pattern take the escaped bracket for the end of a link of ours that stands before it.
 */
const marks =
  /https?:\/\/[^\s<>()[\]\\*~`|"']+|(?<=\])\(|[\\*~`[\]|]|<(?![\s\d=<-])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[ \t]*(?:>|#(?=#{0,5}(?:\s|$))|-(?=#|[-: \t]*$)|[+-](?=[\s-]|$)|:(?=[-: \t]*$)|=(?==*[ \t]*$)|\d{1,9}[.)](?=\s|$))/gimu

/** Foreign text that reads as itself in markdown: it forms no link, no formatting and no mention. */
export function escapeMarkdown(text: string): string {
  return escapeMentions(text.replace(marks, escapeMatch))
}

function escapeMatch(mark: string): string {
  if (mark.length > 1 && /^https?:/i.test(mark)) return mark
  // The last character is what forms something: `1.` starts a list by its dot.
  return `${mark.slice(0, -1)}\\${mark.slice(-1)}`
}

/** One line of foreign text as escaped markdown of at most `limit` code points. */
export function toMarkdownLine(text: string, limit: number): string {
  return truncateMarkdown(escapeMarkdown(sanitizeLine(head(text, limit))), limit)
}

/** Foreign text of several lines as escaped markdown of at most `limit` code points. */
export function toMarkdownText(text: string, limit: number): string {
  return truncateMarkdown(escapeMarkdown(sanitizeText(head(text, limit))), limit)
}

/** Foreign text for the places that show no formatting: names of authors, footers. */
export function toPlainLine(text: string, limit: number): string {
  return truncateText(escapeMentions(sanitizeLine(head(text, limit))), limit)
}

/** `[label](url)`, or the label alone when the URL cannot be linked. The label is markdown already. */
export function link(label: string, url: unknown): string {
  const target = linkTarget(url)
  return target ? `[${label}](${target})` : label
}

/**
 * A word in code marks; a backtick inside becomes a look-alike, since code knows no escapes. Empty without a word: two
 * marks alone would open a longer code.
 */
export function inlineCode(text: string, limit: number): string {
  const line = toPlainLine(breakLinkEnds(text.replaceAll('`', 'ˋ')), limit)
  return line && `\`${line}\``
}

/** Enough of a long text to fill the limit even when much of it is whitespace; the rest is never looked at. */
function head(text: string, limit: number): string {
  const maxLength = limit * 8 + 256
  return text.length > maxLength ? trimInvisibleStart(text).slice(0, maxLength) : text
}
