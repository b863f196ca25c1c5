import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Payload } from '../../payload.ts'
import { joinLines } from '../../text/join-lines.ts'
import { toObjects } from '../payload-values.ts'
import { type BlockPart, text } from './block-part.ts'
import { textLine, textMarkdown } from './text-object.ts'

/** Images in a context are icons; their alternative text is used only if there is no other text. */
export function context({ elements }: Payload): BlockPart[] {
  const parts = toObjects(elements)
  const texts = parts
    .filter(({ type }) => type !== 'image')
    .map(textMarkdown)
    .filter(Boolean)
  const icons = parts.map(({ alt_text }) => textLine(alt_text, messageLimits.title)).filter(Boolean)
  const shown = texts.length > 0 ? texts : icons
  // Quotes, lists and the fences of a code block must stay on lines of their own.
  const areLines = shown.some((part) => part.includes('\n') || /^(?:>|[-+*] |\d{1,9}[.)] )/.test(part))
  return text(areLines ? joinLines(shown) : shown.join(' · '))
}
