import type { Payload } from '../../payload.ts'
import { codeBlock, trimCodeBlock } from '../../text/code-block.ts'
import { joinLines } from '../../text/join-lines.ts'
import { escapeMentionsOutsideCode } from '../../text/mentions.ts'
import { sanitizeText } from '../../text/sanitize-text.ts'
import { visibleOrEmpty } from '../../text/visible-text.ts'
import { toObjects, typeOf } from '../payload-values.ts'
import { type BlockPart, text } from './block-part.ts'
import { inlineMarkdown } from './inline-markdown.ts'
import { richTextList } from './rich-text-list.ts'
import { richTextPlainText } from './rich-text-plain-text.ts'

export const richTextParts: Record<string, (part: Payload) => string> = {
  rich_text_section: ({ elements }) => inlineMarkdown(elements),
  rich_text_list: (part) => richTextList(part, 0).markdown,
  rich_text_quote: quote,
  rich_text_preformatted: preformatted,
}

/** An unknown part is rendered as its inline elements. */
export function richText({ elements }: Payload): BlockPart[] {
  let depth = -1
  const parts = toObjects(elements).map((part) => {
    // Below no list, an indented one would be code.
    const list = typeOf(part) === 'rich_text_list' ? richTextList(part, depth + 1) : undefined
    depth = list?.depth ?? -1
    return list?.markdown ?? renderPart(part)
  })
  const markdown = joinLines(parts.filter((part) => part.trim()))
  return text(visibleOrEmpty(escapeMentionsOutsideCode(sanitizeText(markdown))))
}

function renderPart(part: Payload): string {
  const type = typeOf(part)
  const render = Object.hasOwn(richTextParts, type) ? richTextParts[type] : undefined
  // Some senders end a part with a line feed, others do not.
  return (render?.(part) ?? inlineMarkdown(part.elements ?? part)).replace(/\n$/, '')
}

function quote({ elements }: Payload): string {
  const lines = inlineMarkdown(elements).trim().split('\n')
  return lines.map((line) => `> ${line}`).join('\n')
}

function preformatted(part: Payload): string {
  const { language: given } = part
  const language = typeof given === 'string' && /^[\w+#-]{1,20}$/.test(given) ? given : ''
  const code = trimCodeBlock(richTextPlainText(part))
  return code && codeBlock(code, language)
}
