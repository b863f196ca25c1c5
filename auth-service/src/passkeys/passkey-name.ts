import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { maxFieldLength } from '@gatehouse/service-kit/fields/text'

export function passkeyName(typed: string): string {
  const name = typed.length > maxFieldLength ? typed : cleanLine(typed)
  const { min, max } = fieldBounds.passkeyName
  const length = [...name].length
  if (length < min || length > max) throw invalidFields({ name: ['STRING_LENGTH_INVALID', { min, max }] })
  return name
}
