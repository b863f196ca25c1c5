import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Payload } from '../../payload.ts'
import { joinLines } from '../../text/join-lines.ts'
import { toObjects } from '../payload-values.ts'
import { type BlockPart, text } from './block-part.ts'
import { textLine, textMarkdown } from './text-object.ts'

/** Images in a context are icons; their alternative text is used only if there is no other text. */
export function context({ elements }: Payload): BlockPart[] {
  const parts = toObjects(elements)
  const texts = shownTexts(parts.filter(({ type }) => type !== 'image'))
  const shown = texts.length > 0 ? texts : parts.map(iconText).filter(Boolean)
  // Quotes, lists and the fences of a code block must stay on lines of their own.
  const areLines = shown.some((part) => part.includes('\n') || /^(?:>|[-+*] |\d{1,9}[.)] )/.test(part))
  return text(areLines ? joinLines(shown) : shown.join(' · '))
}

/** As many as a message can show. A code point has at most two units. */
function shownTexts(parts: Payload[]): string[] {
  const texts: string[] = []
  let units = 0
  for (const part of parts) {
    if (units > 2 * messageLimits.description) break
    const markdown = textMarkdown(part)
    if (markdown) texts.push(markdown)
    units += markdown.length
  }
  return texts
}

const iconText = ({ alt_text }: Payload) => textLine(alt_text, messageLimits.title)
