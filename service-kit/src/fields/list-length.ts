import { invalidFields } from '../errors/service-error.ts'

type Problem = ['ARRAY_LENGTH_INVALID', { min: 0; max: number }]

/** The problem of a list of an rpc, or null. Its items are checked only if it has none: a message can have a million. */
export function listLengthProblem(list: readonly unknown[], max: number): Problem | null {
  return list.length > max ? ['ARRAY_LENGTH_INVALID', { min: 0, max }] : null
}

/** Throws INVALID_FORM_BODY. */
export function assertListLength(path: string, list: readonly unknown[], max: number): void {
  const problem = listLengthProblem(list, max)
  if (problem) throw invalidFields({ [path]: problem })
}
