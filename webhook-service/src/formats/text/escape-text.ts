import { breakMentions } from './break-mentions.ts'
import { withoutCodeIndent } from './indentation.ts'

/**
 * Syntax of the markdown dialects of chat clients: marks that work anywhere, underscores at word boundaries, and starts of quotes,
 * headings, lists, tables and rules (`#7` and `-1` are none). `(` after `]` is escaped too: parsers that match links by a pattern accept
 * the escaped bracket as the end of an earlier link. The slash of `:/` is escaped where readers would find an address.
 */
const marks =
  /(?<=https?:|<[^: >]{0,99}:)\/|(?<=\])\(|[\\*~`[\]|]|<(?![\s<]|[\d=-](?![^\s<>]*[@\ue000]))|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^[ \t]*(?:>|#(?=#{0,5}(?:\s|$))|-(?=#|[-: \t]*$)|[+-](?=[\s-]|$)|:(?=[-: \t]*$)|=(?==*[ \t]*$)|\d{1,9}[.)](?=\s|$))/gimu

/** At the start and behind an empty line, indented text would be code. */
const firstOfParagraph = /(?<=^|\n[ \t]*\n)(?: {0,3}\t| {4})[ \t]*/g

/** Escapes text without addresses, so that it forms no link, no formatting and no mention. */
export function escapeText(text: string, isAtLineStart: boolean): string {
  if (!isAtLineStart) return escapeText(`.${text}`, true).slice(1)
  // Escapes the last character: in `1.` only the dot makes a list.
  const escaped = text.replace(marks, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`)
  return breakMentions(escaped.replace(firstOfParagraph, withoutCodeIndent))
}
