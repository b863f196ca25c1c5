import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'

const reservedNames = new Set(['everyone', 'here'])
const reservedTerms = ['gatehouse', 'systemmessage']

export function usernameProblem(name: string): FieldCode | null {
  if ([...name].length < fieldBounds.username.min || [...name].length > fieldBounds.username.max)
    return 'USERNAME_LENGTH_INVALID'
  if (!/^[A-Za-z0-9_]+$/.test(name)) return 'USERNAME_INVALID_CHARACTERS'
  const plain = name.toLowerCase()
  if (reservedNames.has(plain)) return 'USERNAME_RESERVED_VALUE'
  const solid = plain.replaceAll('_', '')
  return reservedTerms.some((term) => solid.includes(term)) ? 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS' : null
}
