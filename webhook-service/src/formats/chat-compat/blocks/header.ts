import type { Payload } from '../../payload.ts'
import { type BlockPart, text } from './piece.ts'
import { textLine } from './text-object.ts'

/** Bold rather than a heading: not every consumer has headings. */
export function header(block: Payload): BlockPart[] {
  const line = textLine(block.text, 256)
  return text(line && `**${line}**`)
}
