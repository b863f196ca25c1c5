import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { cleanLabel } from '@gatehouse/service-kit/fields/label'
import { maxFieldLength } from '@gatehouse/service-kit/fields/text'

/** Fails on `path` if it is empty after cleaning or has more than 80 code points. */
export function validateName(path: string, name: string): string {
  const cleaned = name.length > maxFieldLength ? name : cleanLabel(name)
  const { min, max } = fieldBounds.webhookName
  const length = [...cleaned].length
  if (length < min || length > max) {
    throw invalidFields({ [path]: ['WEBHOOK_NAME_LENGTH_INVALID', { min, max }] })
  }
  return cleaned
}
