import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { isPayload, type Payload } from '../../payload.ts'
import { inlineCode } from '../../text/markdown.ts'
import { type MarkdownWriter, markdownWriter, type Piece } from '../../text/markdown-writer.ts'
import type { Mark } from '../../text/place-marks.ts'
import { isTrue, toObjects } from '../payload-values.ts'
import { maxCodeLength, renderInline } from './inline-elements.ts'

const marks: [style: string, mark: Mark][] = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
]

/** As many as any text shows. A code point has at most two units. */
const maxUnits = 2 * messageLimits.description

export function inlineMarkdown(elements: unknown): string {
  const writer = markdownWriter()
  let units = 0
  for (const element of toObjects(elements)) {
    if (units > maxUnits) break
    units += addElement(element, writer)
  }
  return writer.toString()
}

/** Returns the length of the text. */
function addElement(element: Payload, writer: MarkdownWriter): number {
  const { plain, pieces } = renderInline(element)
  const style = isPayload(element.style) ? element.style : {}
  const isCode = isTrue(style.code) && element.type !== 'link' && plain.trim() !== ''
  const used = marks.filter(([name]) => isTrue(style[name])).map(([, mark]) => mark)
  const content = isCode ? [inlineCode(plain, maxCodeLength)] : pieces
  for (const line of content.flatMap(linesOf)) {
    for (const mark of used) writer.add({ open: mark })
    writer.add(line)
    for (const mark of used.toReversed()) writer.add({ close: mark })
  }
  return plain.length
}

/** Marks that span lines are ignored where a line is empty, so each line gets its own. */
function linesOf(piece: Piece): Piece[] {
  return typeof piece === 'object' && 'text' in piece
    ? piece.text.split(/(?<=\n)/).map((text) => ({ text }))
    : [piece]
}
