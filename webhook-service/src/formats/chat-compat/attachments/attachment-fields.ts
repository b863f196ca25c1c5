import { type EmbedField, messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { renderMarkup, renderTitle } from '../markup/render-text.ts'
import { isTrue, toObjects } from '../payload-values.ts'

/** Consumers reject an empty name or value. */
const zeroWidthSpace = '\u200b'

export function attachmentFields(fields: unknown, isFormatted: boolean): EmbedField[] {
  const shown = toObjects(fields).flatMap((field) => fieldOf(field, isFormatted))
  if (shown.length <= messageLimits.fields) return shown
  const kept = messageLimits.fields - 1
  const value = `+${shown.length - kept} more fields`
  return [...shown.slice(0, kept), { name: zeroWidthSpace, value, inline: false }]
}

function fieldOf({ title, value, short }: Payload, isFormatted: boolean): EmbedField[] {
  const name = renderTitle(title, messageLimits.fieldName)
  const text = typeof value === 'boolean' ? String(value) : value
  const shown = renderMarkup(text, messageLimits.fieldValue, isFormatted)
  return name || shown
    ? [{ name: name || zeroWidthSpace, value: shown || zeroWidthSpace, inline: isTrue(short) }]
    : []
}
