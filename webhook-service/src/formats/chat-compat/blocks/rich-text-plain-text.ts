import type { Payload } from '../../payload.ts'
import { toObjects, typeOf } from '../payload-values.ts'
import { renderInline } from './inline-elements.ts'

export function richTextPlainText(element: Payload): string {
  if (!Array.isArray(element.elements)) return renderInline(element).plain
  const isInline = ['rich_text_section', 'rich_text_preformatted'].includes(typeOf(element))
  return toObjects(element.elements)
    .map(richTextPlainText)
    .join(isInline ? '' : ' ')
}
