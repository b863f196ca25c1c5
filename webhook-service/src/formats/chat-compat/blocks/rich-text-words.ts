import type { Payload } from '../../payload.ts'
import { records, typeOf } from '../payload-values.ts'
import { renderInline } from './inline-elements.ts'

/** The words of rich text and of everything in it, for places that have no formatting. */
export function richTextPlainText(element: Payload): string {
  if (!Array.isArray(element.elements)) return renderInline(element).words
  const isLine = ['rich_text_section', 'rich_text_preformatted'].includes(typeOf(element))
  return records(element.elements)
    .map(richTextPlainText)
    .join(isLine ? '' : ' ')
}
