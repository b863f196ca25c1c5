import { type EmbedField, limits } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { shownMarkup, shownTitle } from '../markup/render-text.ts'
import { isOn, records } from '../payload-values.ts'

/** Stands where a field has no name or no value; consumers refuse empty ones. */
const nothing = '\u200b'

/**
 * The fields of an attachment; one without a title shows its value, one without a value its title. Those that a card cannot show
 * are counted in its last field.
 */
export function attachmentFields(fields: unknown, isFormatted: boolean): EmbedField[] {
  const shown = records(fields).flatMap((field) => fieldOf(field, isFormatted))
  if (shown.length <= limits.fields) return shown
  const kept = limits.fields - 1
  const value = `+${shown.length - kept} more fields`
  return [...shown.slice(0, kept), { name: nothing, value, inline: false }]
}

function fieldOf({ title, value, short }: Payload, isFormatted: boolean): EmbedField[] {
  const name = shownTitle(title, limits.fieldName)
  const words = typeof value === 'boolean' ? String(value) : value
  const shown = shownMarkup(words, limits.fieldValue, isFormatted)
  return name || shown ? [{ name: name || nothing, value: shown || nothing, inline: isOn(short) }] : []
}
