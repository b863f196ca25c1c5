const forbidden = new Set(['__proto__', 'constructor'])

/** Keys that can replace the prototype or the constructor of an object they are copied to. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key)
}

export function deleteForbiddenKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) deleteForbiddenKeys(item)
    return
  }
  for (const key of forbidden) Reflect.deleteProperty(value, key)
  for (const inner of Object.values(value)) deleteForbiddenKeys(inner)
}
