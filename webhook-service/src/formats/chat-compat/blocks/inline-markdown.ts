import { isPayload, type Payload } from '../../payload.ts'
import { joinMarkdown } from '../../text/join-markdown.ts'
import { inlineCode } from '../../text/markdown.ts'
import { isTrue, toObjects } from '../payload-values.ts'
import { renderInline } from './inline-elements.ts'

const maxCodeLength = 4096
const marks: [style: string, mark: string][] = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
]

export function inlineMarkdown(elements: unknown): string {
  return toObjects(elements).map(renderStyled).reduce(joinStyled, '')
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

/** Adjacent marks would be parsed as one mark; a zero-width space separates them. */
function joinStyled(joined: string, next: string): string {
  const areMarksAdjacent = /(?<!\\)[*~`]$/.test(joined) && /^[*~`]/.test(next)
  return joinMarkdown(joined + (areMarksAdjacent ? '\u200b' : ''), next)
}
