/** Returns a message field that the other service always sets; proto3 has no required fields. */
export function requireField<T>(field: T | undefined): T {
  if (field === undefined) throw new Error('A required field is missing in the response of a service.')
  return field
}
