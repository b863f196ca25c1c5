import { isPayload, type Payload } from '../../payload.ts'
import { inlineCode } from '../../text/markdown.ts'
import { markdownWriter } from '../../text/markdown-writer.ts'
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
    if (/(?<!\\)[*~`]$/.test(writer.last()) && /^[*~`]/.test(next)) writer.add(zeroWidthSpace)
    writer.add(next)
  }
  return writer.toString()
}

function renderStyled(element: Payload): string {
  const { plain, markdown } = renderInline(element)
  const style = isPayload(element.style) ? element.style : {}
  const isCode = isTrue(style.code) && element.type !== 'link' && plain.trim() !== ''
  const used = marks.filter(([name]) => isTrue(style[name]))
  return used.reduce(
    (text, [, mark]) => wrapLines(text, mark),
    isCode ? inlineCode(plain, maxCodeLength) : markdown,
  )
}

/** Markdown ignores marks that are next to whitespace or span lines, so each line gets its own. */
function wrapLines(text: string, mark: string): string {
  return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (line) => `${mark}${line}${mark}`)
}
