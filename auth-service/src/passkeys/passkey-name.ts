import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'

export function passkeyName(name: string): string {
  const { min, max } = fieldBounds.passkeyName
  const length = [...name].length
  if (length < min || length > max) throw invalidFields({ name: ['STRING_LENGTH_INVALID', { min, max }] })
  return name
}
