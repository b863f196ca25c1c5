import { fieldProblem, ServiceError } from '../errors/service-error.ts'
import { assertListLength } from '../fields/list-length.ts'

const maxPaths = 100

/** Null clears a field, undefined leaves it as it is. */
export type Changes<T, K extends keyof T> = { [Name in K]?: NonNullable<T[Name]> | null }

/**
 * The fields of `resource` that an update changes. A path of `mask` is set to the value of the request, and an unset
 * or empty text clears it. Fields outside the mask are ignored; without a mask nothing changes.
 */
export function changesOf<T extends object, K extends keyof T & string>(
  resource: T | undefined,
  mask: readonly string[] | undefined,
  changeable: readonly K[],
): Changes<T, K> {
  if (!mask) return {}
  assertListLength('update_mask.paths', mask, maxPaths)
  const byPath = new Map(changeable.map((name) => [protoName(name), name]))
  const unknown = mask.flatMap((path, index) => (byPath.has(path) ? [] : [index]))
  if (unknown.length > 0) {
    const fields = unknown.map((index) => fieldProblem(`update_mask.paths[${index}]`, 'FIELD_NOT_ALLOWED'))
    throw new ServiceError('INVALID_FORM_BODY', { fields })
  }
  const changed = changeable.filter((name) => mask.includes(protoName(name)))
  const changes = changed.map((name) => {
    const value = resource?.[name]
    return [name, value === undefined || value === '' ? null : value]
  })
  // Each value comes from the property of its name.
  return Object.fromEntries(changes) as Changes<T, K>
}

/** The mask of the fields that `changes` names. */
export function maskOf(changes: object): string[] {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined)
  return named.map(([name]) => protoName(name))
}

function protoName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
