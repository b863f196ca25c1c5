import type { Payload } from '../../payload.ts'
import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { inlineCode } from '../../text/markdown.ts'
import { escapeMentions } from '../../text/mentions.ts'
import { linkTarget } from '../../text/web-url.ts'
import { convertEmoji } from '../markup/emoji.ts'
import { createPlaceholders, type Placeholders, placeholders } from '../markup/placeholders.ts'
import { readText } from '../markup/render-text.ts'
import { type BlockPart, text } from './piece.ts'

const maxCodeLength = 40_000
const escapesAndCode = /\\[\s\S]|```(?:([\w+#-]{1,20})(?=\n))?([\s\S]*?)(?:```[ \t]*|$)|`([^`\n]+)`/g

/**
 * An escape, which is passed over; then what would do more than format: autolinks, pictures, targets of links, tags,
 * definitions of links, spoilers, code marks without a partner or of another kind, small print.
 */
const escapesAndDangers =
  /\\\]\(|\\[\s\S]|<(https?:\/\/[^\s<>]*)>|!+\[?|\]\(([^()\n\ue000]*(?:\([^()\n\ue000]*\)[^()\n\ue000]*)*)\)|\]\(|\]:|<(?![\s\d=<-])|\|\||`|~{3,}|-(?=# )/gi

/** Standard markdown stays as it is, but for what would do more than format: tags, pictures, links to odd places. */
export function markdownBlock(block: Payload): BlockPart[] {
  const held = createPlaceholders()
  const words = convertEmoji(replaceCode(readText(block.text).replace(placeholders, ''), held))
  return text(escapeMentions(held.restore(escapeUnsafe(words))))
}

function replaceCode(markdown: string, held: Placeholders): string {
  return markdown.replace(
    escapesAndCode,
    (whole: string, language = '', block = '', inline = '', at: number) => {
      if (block.trim()) {
        const code = codeBlock(trimCodeBlock(block), language)
        return putOnOwnLines(held.hold(code), markdown, at, at + whole.length)
      }
      // A bar would end the cell of a table, and the code with it.
      return inline.trim() ? held.hold(inlineCode(inline.replaceAll('|', '∣'), maxCodeLength)) : whole
    },
  )
}

function escapeUnsafe(markdown: string): string {
  return markdown.replace(escapesAndDangers, escapeUnsafeMatch)
}

function escapeUnsafeMatch(found: string, autolink: string | undefined, target: string | undefined): string {
  if (found === '\\](') return '\\]\\('
  if (found.startsWith('\\')) return found
  if (autolink !== undefined) return linkTarget(autolink) ?? `\\${found}`
  if (found.startsWith('!')) return found.endsWith('[') ? '[' : found
  if (found.startsWith('](')) return linkEnd(found, target)
  return found.startsWith(']') ? ']\\:' : found.replace(/./g, '\\$&')
}

function linkEnd(found: string, inside = ''): string {
  const target = linkTarget(inside.trim().split(/\s/, 1)[0])
  if (target) return `](${target})`
  return `]\\(${escapeUnsafe(found.slice(']('.length))}`
}
