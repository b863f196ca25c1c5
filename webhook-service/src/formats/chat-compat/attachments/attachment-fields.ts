import { type EmbedField, messageLimits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { renderMarkup, renderTitle } from '../markup/render-text.ts'
import { isTrue, records } from '../payload-values.ts'

/** Stands where a field has no name or no value; consumers refuse empty ones. */
const nothing = '\u200b'

/**
 * The fields of an attachment; one without a title shows its value, one without a value its title. Those that a card cannot show
 * are counted in its last field.
 */
export function attachmentFields(fields: unknown, isFormatted: boolean): EmbedField[] {
  const shown = records(fields).flatMap((field) => fieldOf(field, isFormatted))
  if (shown.length <= messageLimits.fields) return shown
  const kept = messageLimits.fields - 1
  const value = `+${shown.length - kept} more fields`
  return [...shown.slice(0, kept), { name: nothing, value, inline: false }]
}

function fieldOf({ title, value, short }: Payload, isFormatted: boolean): EmbedField[] {
  const name = renderTitle(title, messageLimits.fieldName)
  const words = typeof value === 'boolean' ? String(value) : value
  const shown = renderMarkup(words, messageLimits.fieldValue, isFormatted)
  return name || shown ? [{ name: name || nothing, value: shown || nothing, inline: isTrue(short) }] : []
}
