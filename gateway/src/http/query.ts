import { invalidFields } from '@gatehouse/service-kit/errors/service-error'

/** Parses a query string. A repeated key becomes a list, which no field type accepts. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name === '__proto__' || name === 'constructor') throw invalidFields({ [name]: 'FIELD_NOT_ALLOWED' })
    const existing = values.get(name)
    if (Array.isArray(existing)) existing.push(value)
    else values.set(name, existing === undefined ? value : [existing, value])
  }
  return Object.fromEntries(values)
}
