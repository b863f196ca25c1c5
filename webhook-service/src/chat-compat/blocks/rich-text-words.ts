import type { Payload } from '../../code-host/payload.ts'
import { records } from '../foreign-values.ts'
import { readInline } from './inline-elements.ts'

/** The words of rich text and of everything in it, for places that have no formatting. */
export function richTextWords(element: Payload): string {
  if (!Array.isArray(element.elements)) return readInline(element).words
  const isLine =
    String(element.type) === 'rich_text_section' || String(element.type) === 'rich_text_preformatted'
  return records(element.elements)
    .map(richTextWords)
    .join(isLine ? '' : ' ')
}
