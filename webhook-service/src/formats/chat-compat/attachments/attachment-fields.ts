import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type EmbedField, emptyFieldText, limitFields } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { renderMarkup, renderTitle } from '../markup/render-text.ts'
import { isTrue, toObjects } from '../payload-values.ts'

export function attachmentFields(fields: unknown, isFormatted: boolean): EmbedField[] {
  return limitFields(toObjects(fields).flatMap((field) => fieldOf(field, isFormatted)))
}

function fieldOf({ title, value, short }: Payload, isFormatted: boolean): EmbedField[] {
  const name = renderTitle(title, messageLimits.fieldName)
  const text = typeof value === 'boolean' ? String(value) : value
  const shown = renderMarkup(text, messageLimits.fieldValue, isFormatted)
  return name || shown
    ? [{ name: name || emptyFieldText, value: shown || emptyFieldText, inline: isTrue(short) }]
    : []
}
