import type { Payload } from '../../payload.ts'
import { codeBlock, trimCodeBlock } from '../../text/code-block.ts'
import { escapeMentions } from '../../text/mentions.ts'
import { sanitizeText } from '../../text/sanitize-text.ts'
import { visibleOrEmpty } from '../../text/visible-text.ts'
import { records, typeOf } from '../payload-values.ts'
import { inlineMarkdown } from './inline-markdown.ts'
import { type BlockPart, text } from './piece.ts'
import { richTextList } from './rich-text-list.ts'
import { richTextPlainText } from './rich-text-words.ts'

/** The parts of rich text, each as lines of markdown. */
export const richTextParts: Record<string, (part: Payload) => string> = {
  rich_text_section: ({ elements }) => inlineMarkdown(elements),
  rich_text_list: (part) => richTextList(part),
  rich_text_quote: quote,
  rich_text_preformatted: preformatted,
}

/** Rich text, part by part. A part we do not know is told by the words in it. */
export function richText({ elements }: Payload): BlockPart[] {
  const parts = records(elements).map(renderPart)
  const markdown = parts.filter((part) => part.trim()).join('\n')
  return text(visibleOrEmpty(escapeMentions(sanitizeText(markdown))))
}

function renderPart(part: Payload): string {
  const type = typeOf(part)
  const render = Object.hasOwn(richTextParts, type) ? richTextParts[type] : undefined
  // Lines end where parts end, whether or not the sender ended them as well.
  return (render?.(part) ?? inlineMarkdown(part.elements ?? part)).replace(/\n$/, '')
}

/** An empty line after the quote, or what follows would belong to it. */
function quote({ elements }: Payload): string {
  const lines = inlineMarkdown(elements).trim().split('\n')
  return `${lines.map((line) => `> ${line}`).join('\n')}\n\n`
}

function preformatted(part: Payload): string {
  const { language: named } = part
  const language = typeof named === 'string' && /^[\w+#-]{1,20}$/.test(named) ? named : ''
  const words = trimCodeBlock(richTextPlainText(part))
  return words && codeBlock(words, language)
}
