import type { Payload } from '../../payload.ts'
import { splitAddresses } from '../../text/addresses.ts'
import { codeBlock, putOnOwnLines, trimCodeBlock } from '../../text/code-block.ts'
import { convertEmoji } from '../../text/emoji.ts'
import { inlineCode } from '../../text/markdown.ts'
import { escapeMentionsOutsideCode } from '../../text/mentions.ts'
import { linkTarget } from '../../text/web-url.ts'
import { decodeEntities } from '../markup/entities.ts'
import {
  createPlaceholders,
  type Placeholders,
  placeholderCharacters,
  removePlaceholderCharacters,
} from '../markup/placeholders.ts'
import { readText } from '../markup/render-text.ts'
import { type BlockPart, text } from './block-part.ts'

const maxCodeLength = 40_000
const escapesAndCode = /\\[\s\S]|```(?:([\w+#-]{1,20})(?=\n))?([\s\S]*?)(?:```[ \t]*|$)|`([^`\n]+)`/g

/** Targets of links, one with brackets inside too, and autolinks; escapes are skipped. */
const targets =
  /\\\]\(|\\[\s\S]|<(https?:\/\/[^\s<>]*)>|\]\(([^()\n\ue000]*(?:\([^()\n\ue000]*\)[^()\n\ue000]*)*)\)/gi

/**
 * Escapes, which are skipped, then all syntax that is more than formatting: images, tags, link definitions, spoilers, unmatched code
 * marks, subtext and entities, which could form a mention.
 */
const escapesAndUnsafeSyntax =
  /\\\]\(|\\[\s\S]|!+\[?|\]\(|\]:|<(?![\s<]|[\d=-](?![^\s<>]*[@\ue000]))|&(?!amp;)(?:[lg]t;|(?=#?\w+;))|\|\||`|~{3,}|-(?=# )/gi

/** Keeps standard markdown; escapes tags, images and links other than http, https and mailto. */
export function markdownBlock(block: Payload): BlockPart[] {
  const placeholders = createPlaceholders()
  const withoutCode = replaceCode(removePlaceholderCharacters(readText(block.text)), placeholders)
  const converted = convertEmoji(
    replaceAddresses(replaceTargets(withoutCode, placeholders), placeholders),
    'slack',
  )
  return text(escapeMentionsOutsideCode(placeholders.restore(escapeUnsafe(converted))))
}

/** Keeps the targets that links may have; the others become text. */
function replaceTargets(markdown: string, placeholders: Placeholders): string {
  return markdown.replace(targets, (found: string, autolink?: string, inside?: string) => {
    if (autolink !== undefined)
      return linkTarget(autolink) ? placeholders.insert({ address: autolink }) : found
    const target = inside === undefined ? undefined : linkTarget(inside.trim().split(/\s/, 1)[0])
    return target ? placeholders.insert(`](${target})`) : found
  })
}

function replaceAddresses(markdown: string, placeholders: Placeholders): string {
  // Brackets belong to the links of the sender.
  return splitAddresses(markdown, `${placeholderCharacters}[\\]`)
    .map((part) => ('address' in part ? placeholders.insert(part) : part.text))
    .join('')
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

function escapeUnsafeMatch(found: string): string {
  if (found === '\\](' || found === '](') return `${found.slice(0, -1)}\\(`
  if (found.startsWith('\\')) return found
  if (found.startsWith('&')) return `\\${decodeEntities(found)}`
  if (found.startsWith('!')) return found.endsWith('[') ? '[' : found
  return found.startsWith(']') ? ']\\:' : found.replace(/./g, '\\$&')
}
