import { invalidFields } from '@gatehouse/service-kit/errors/service-error'

/** The query string as a record; a repeated key is a list, which no field type accepts. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name === '__proto__' || name === 'constructor') throw invalidFields({ [name]: 'FIELD_NOT_ALLOWED' })
    const earlier = values.get(name)
    if (Array.isArray(earlier)) earlier.push(value)
    else values.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(values)
}
