const forbidden = new Set(['__proto__', 'constructor'])

/** Keys that reach past the object itself when a careless hand copies them. */
export function isForbiddenKey(key: string): boolean {
  return forbidden.has(key)
}

/** A parsed value without such keys; its depth is bounded by the scan before. */
export function withoutForbiddenKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForbiddenKeys)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !isForbiddenKey(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutForbiddenKeys(inner)]))
}
