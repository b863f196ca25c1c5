import { isPayload, type Payload } from '../../payload.ts'
import { inlineCode } from '../../text/markdown.ts'
import { markdownWriter, type Piece } from '../../text/markdown-writer.ts'
import { isTrue, toObjects } from '../payload-values.ts'
import { renderInline } from './inline-elements.ts'

const maxCodeLength = 4096
const zeroWidthSpace = '\u200b'
const marks: [style: string, mark: string][] = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
]

export function inlineMarkdown(elements: unknown): string {
  const writer = markdownWriter()
  for (const element of toObjects(elements)) {
    const next = renderStyled(element)
    // Adjacent marks would be parsed as one mark.
    if (typeof next === 'string' && /(?<!\\)[*~`]$/.test(writer.last()) && /^[*~`]/.test(next))
      writer.add(zeroWidthSpace)
    writer.add(next)
  }
  return writer.toString()
}

function renderStyled(element: Payload): Piece {
  const { plain, piece } = renderInline(element)
  const style = isPayload(element.style) ? element.style : {}
  const isCode = isTrue(style.code) && element.type !== 'link' && plain.trim() !== ''
  const content = isCode ? inlineCode(plain, maxCodeLength) : piece
  const [inner, ...outer] = marks.filter(([name]) => isTrue(style[name])).map(([, mark]) => mark)
  if (inner === undefined) return content
  const writer = markdownWriter()
  writer.add(content)
  const marked = wrapLines(writer.toString({ before: inner, after: inner }), inner)
  return outer.reduce(wrapLines, marked)
}

/** Markdown ignores marks that are next to whitespace or span lines, so each line gets its own. */
function wrapLines(text: string, mark: string): string {
  return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (line) => `${mark}${line}${mark}`)
}
