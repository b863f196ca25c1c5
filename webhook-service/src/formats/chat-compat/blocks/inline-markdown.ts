import type { Payload } from '../../payload.ts'
import { isPayload } from '../../payload.ts'
import { joinMarkdown } from '../../text/join-markdown.ts'
import { inlineCode } from '../../text/markdown.ts'
import { isTrue, records } from '../payload-values.ts'
import { renderInline } from './inline-elements.ts'

const maxCodeLength = 4096
const marks: [style: string, mark: string][] = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
]

/** The elements of a line of rich text as markdown. */
export function inlineMarkdown(elements: unknown): string {
  return records(elements).map(styled).reduce(joinMarked, '')
}

function styled(element: Payload): string {
  const { words, markdown } = renderInline(element)
  const style = isPayload(element.style) ? element.style : {}
  const isCode = isTrue(style.code) && element.type !== 'link' && words.trim() !== ''
  const used = marks.filter(([name]) => isTrue(style[name]))
  return used.reduce(
    (text, [, mark]) => marked(text, mark),
    isCode ? inlineCode(words, maxCodeLength) : markdown,
  )
}

/** Marks stand at the words themselves and do not reach over lines, or they would be shown as they are. */
function marked(text: string, mark: string): string {
  return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (line) => `${mark}${line}${mark}`)
}

/** Marks that meet would be read as one; a space of no width keeps them apart. */
function joinMarked(joined: string, next: string): string {
  const doMeet = /(?<!\\)[*~`]$/.test(joined) && /^[*~`]/.test(next)
  return joinMarkdown(joined + (doMeet ? '\u200b' : ''), next)
}
