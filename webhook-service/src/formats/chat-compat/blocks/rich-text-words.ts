import type { Payload } from '../../payload.ts'
import { records, typeOf } from '../payload-values.ts'
import { readInline } from './inline-elements.ts'

/** The words of rich text and of everything in it, for places that have no formatting. */
export function richTextWords(element: Payload): string {
  if (!Array.isArray(element.elements)) return readInline(element).words
  const isLine = ['rich_text_section', 'rich_text_preformatted'].includes(typeOf(element))
  return records(element.elements)
    .map(richTextWords)
    .join(isLine ? '' : ' ')
}
