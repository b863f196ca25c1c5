import type { Payload } from '../../payload.ts'
import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { inlineCode } from '../../text/markdown.ts'
import { escapeMentionsOutsideCode } from '../../text/mentions.ts'
import { linkTarget } from '../../text/web-url.ts'
import { convertEmoji } from '../markup/emoji.ts'
import { decodeEntities } from '../markup/entities.ts'
import { createPlaceholders, type Placeholders, removePlaceholderCharacters } from '../markup/placeholders.ts'
import { readText } from '../markup/render-text.ts'
import { type BlockPart, text } from './block-part.ts'

const maxCodeLength = 40_000
const escapesAndCode = /\\[\s\S]|```(?:([\w+#-]{1,20})(?=\n))?([\s\S]*?)(?:```[ \t]*|$)|`([^`\n]+)`/g

/**
 * Escapes, which are skipped, then all syntax that is more than formatting: autolinks, images, link targets,
 * tags, link definitions, spoilers, unmatched code marks, subtext and entities, which could form a mention.
 */
const escapesAndUnsafeSyntax =
  /\\\]\(|\\[\s\S]|<(https?:\/\/[^\s<>]*)>|!+\[?|\]\(([^()\n\ue000]*(?:\([^()\n\ue000]*\)[^()\n\ue000]*)*)\)|\]\(|\]:|<(?![\s<]|[\d=-](?![^\s<>]*[@\ue000]))|&(?!amp;)(?:[lg]t;|(?=#?\w+;))|\|\||`|~{3,}|-(?=# )/gi

/** Keeps standard markdown; escapes tags, images and links other than http, https and mailto. */
export function markdownBlock(block: Payload): BlockPart[] {
  const placeholders = createPlaceholders()
  const converted = convertEmoji(replaceCode(removePlaceholderCharacters(readText(block.text)), placeholders))
  return text(escapeMentionsOutsideCode(placeholders.restore(escapeUnsafe(converted))))
}

function replaceCode(markdown: string, placeholders: Placeholders): string {
  return markdown.replace(
    escapesAndCode,
    (whole: string, language = '', block = '', inline = '', at: number) => {
      if (block.trim()) {
        const code = codeBlock(trimCodeBlock(block), language)
        return putOnOwnLines(placeholders.insert(code), markdown, at, at + whole.length)
      }
      // A bar would end the table cell and with it the code.
      return inline.trim()
        ? placeholders.insert(inlineCode(inline.replaceAll('|', '∣'), maxCodeLength))
        : whole
    },
  )
}

function escapeUnsafe(markdown: string): string {
  return markdown.replace(escapesAndUnsafeSyntax, escapeUnsafeMatch)
}

function escapeUnsafeMatch(found: string, autolink: string | undefined, target: string | undefined): string {
  if (found === '\\](') return '\\]\\('
  if (found.startsWith('\\')) return found
  if (autolink !== undefined) return linkTarget(autolink) ?? `\\${found}`
  if (found.startsWith('&')) return `\\${decodeEntities(found)}`
  if (found.startsWith('!')) return found.endsWith('[') ? '[' : found
  if (found.startsWith('](')) return escapeLinkTarget(found, target)
  return found.startsWith(']') ? ']\\:' : found.replace(/./g, '\\$&')
}

function escapeLinkTarget(found: string, inside = ''): string {
  const target = linkTarget(inside.trim().split(/\s/, 1)[0])
  if (target) return `](${target})`
  return `]\\(${escapeUnsafe(found.slice(']('.length))}`
}
