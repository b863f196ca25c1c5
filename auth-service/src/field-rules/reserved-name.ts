import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { normalized } from '@gatehouse/service-kit/fields/text'

const reservedNames = new Set(['everyone', 'here'])

/** A display name that looks like one of the platform. */
export function reservedNameProblem(name: string): FieldCode | null {
  // Full-width and other compatibility letters look like the reserved names.
  const plain = normalized(name, 'NFKC').toLowerCase()
  if (reservedNames.has(plain)) return 'GLOBAL_NAME_RESERVED_VALUE'
  return plain.includes('system message') ? 'GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS' : null
}
