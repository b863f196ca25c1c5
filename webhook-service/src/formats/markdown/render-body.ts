import { codePointLength } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'
import type { Block } from './body.ts'
import { cutQuotes } from './cut-quotes.ts'
import { takeDefinitions } from './definitions.ts'
import { type BodyOptions, readBody } from './read-body.ts'
import { shortenQuotes, truncateBody } from './truncate-body.ts'
import { writeBlocks } from './write-body.ts'

/** Most bodies fill the limit with their first part; the second bounds the time for the others. */
const sourceLengths = [1536, 8192]

/**
 * Markdown that a person wrote, as markdown of a safe subset and at most `limit` code points: formatting, code,
 * quotes, lists and links to http, https and mailto. Empty if nothing of it is visible.
 */
export function renderBody(markdown: string, limit: number, options: BodyOptions = {}): string {
  const { source: body, definitions } = takeDefinitions(markdown)
  const withoutLongQuotes = cutQuotes(body, Math.max(...sourceLengths))
  for (const length of sourceLengths) {
    const source = headOf(withoutLongQuotes, length)
    const { written, isCut } = writeWithin(readBody(source, definitions, options), limit)
    if (isCut || source.length === withoutLongQuotes.length) return visibleOrEmpty(written)
    if (length === sourceLengths.at(-1)) return visibleOrEmpty(written)
  }
  return ''
}

function headOf(markdown: string, length: number): string {
  if (markdown.length <= length) return markdown
  const head = markdown.slice(0, length)
  const end = head.lastIndexOf('\n')
  return end > 0 ? head.slice(0, end) : head
}

function writeWithin(whole: Block[], limit: number): { written: string; isCut: boolean } {
  const isTooLong = truncateBody(whole, limit).isCut || codePointLength(writeBlocks(whole)) > limit
  const body = isTooLong ? shortenQuotes(whole) : whole
  let length = limit
  for (;;) {
    const { blocks, isCut } = truncateBody(body, length)
    const written = writeBlocks(blocks)
    const writtenLength = codePointLength(written)
    if (writtenLength <= limit || length === 0) return { written, isCut }
    // Escapes and marks count as well.
    length = Math.min(length - 1, Math.floor((length * limit) / writtenLength))
  }
}
