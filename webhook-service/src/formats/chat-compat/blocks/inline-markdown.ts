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

export function inlineMarkdown(elements: unknown): string {
  const writer = markdownWriter()
  for (const element of toObjects(elements)) addElement(element, writer)
  return writer.toString()
}

function addElement(element: Payload, writer: MarkdownWriter): void {
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
}

/** Marks that span lines are ignored where a line is empty, so each line gets its own. */
function linesOf(piece: Piece): Piece[] {
  return typeof piece === 'object' && 'text' in piece
    ? piece.text.split(/(?<=\n)/).map((text) => ({ text }))
    : [piece]
}
