import { messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { records } from '../payload-values.ts'
import { type BlockPart, text } from './piece.ts'
import { textLine, textMarkdown } from './text-object.ts'

/** Small print in one line. Its pictures are icons and go; only when there is nothing else, what they show is told. */
export function context({ elements }: Payload): BlockPart[] {
  const parts = records(elements)
  const texts = parts
    .filter(({ type }) => type !== 'image')
    .map(textMarkdown)
    .filter(Boolean)
  const icons = parts.map(({ alt_text }) => textLine(alt_text, messageLimits.title)).filter(Boolean)
  const shown = texts.length > 0 ? texts : icons
  // Marks of a code block stand on lines of their own.
  return text(shown.join(shown.some((part) => part.includes('\n')) ? '\n' : ' · '))
}
