import type { Payload } from '../../payload.ts'
import { type BlockPart, text } from './block-part.ts'
import { textLine } from './text-object.ts'

/** Bold, because not every consumer renders headings. */
export function header(block: Payload): BlockPart[] {
  return text(textLine(block.text, 256, '**'))
}
