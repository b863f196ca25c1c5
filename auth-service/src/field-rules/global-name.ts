import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { maxFieldLength, normalized } from '@gatehouse/service-kit/fields/text'

const reservedNames = new Set(['everyone', 'here'])

/** The length is rejected by globalNameProblem. */
export function cleanGlobalName(typed: string): string {
  return typed.length > maxFieldLength ? typed : cleanLine(typed)
}

export function globalNameProblem(name: string): FieldCode | null {
  const length = [...name].length
  if (length < fieldBounds.globalName.min || length > fieldBounds.globalName.max)
    return 'GLOBAL_NAME_LENGTH_INVALID'
  // Full-width and other compatibility letters look like the reserved names.
  const plain = normalized(name, 'NFKC').toLowerCase()
  if (reservedNames.has(plain)) return 'GLOBAL_NAME_RESERVED_VALUE'
  return plain.includes('system message') ? 'GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS' : null
}
