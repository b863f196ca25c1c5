import type { Payload } from '../../code-host/payload.ts'
import { withoutMentions } from '../../messages/mentions.ts'
import { linkTarget } from '../../messages/web-url.ts'
import { convertEmoji } from '../emoji.ts'
import { foreignWords } from '../shown-text.ts'
import { type Piece, text } from './piece.ts'

const code = /(```[\s\S]*?```|`[^`\n]+`)/

/** Standard markdown stays as it is, but for what would do more than format: tags, pictures, links to odd places. */
export function markdownBlock(block: Payload): Piece[] {
  const parts = foreignWords(block.text).split(code)
  // Splitting by a group puts the code at the odd places.
  return text(withoutMentions(parts.map((part, index) => (index % 2 ? part : safeMarkdown(part))).join('')))
}

function safeMarkdown(markdown: string): string {
  return convertEmoji(markdown)
    .replace(/<(https?:\/\/[^\s<>]*)>/gi, '$1')
    .replace(/<(?=[a-z@#:/!?])/gi, '\\<')
    .replace(/!(?=\[)/g, '')
    .replace(/\]\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)|\]\(/g, safeLink)
    .replace(/^([ \t]*)(?=\[[^\]\n]*\]:)/gm, '$1\\')
    .replaceAll('||', '\\|\\|')
}

function safeLink(whole: string, inside = ''): string {
  const target = linkTarget(inside.trim().split(/\s/, 1)[0])
  return target ? `](${target})` : whole.replace('](', ']\\(')
}
