import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type EmbedField, emptyFieldText, limitedFields } from '../../embed.ts'
import { isPayload, type Payload } from '../../payload.ts'
import { hasVisibleText } from '../../text/visible-text.ts'
import { renderMarkup, renderTitle } from '../markup/render-text.ts'
import { isTrue } from '../payload-values.ts'

export function attachmentFields(fields: unknown, isFormatted: boolean): EmbedField[] {
  const list: unknown[] = Array.isArray(fields) ? fields : [fields]
  return limitedFields(list, hasText, (field) => fieldOf(field, isFormatted))
}

function hasText(field: unknown): field is Payload {
  if (!isPayload(field)) return false
  return [field.title, field.value].some((text) =>
    typeof text === 'string' ? hasVisibleText(text) : ['number', 'boolean'].includes(typeof text),
  )
}

function fieldOf({ title, value, short }: Payload, isFormatted: boolean): EmbedField[] {
  const name = renderTitle(title, messageLimits.fieldName)
  const text = typeof value === 'boolean' ? String(value) : value
  const shown = renderMarkup(text, messageLimits.fieldValue, isFormatted)
  return name || shown
    ? [{ name: name || emptyFieldText, value: shown || emptyFieldText, inline: isTrue(short) }]
    : []
}
