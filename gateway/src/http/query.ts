import { invalidFields } from '@gatehouse/service-kit/errors/service-error'

/** The query string as a record; a key given twice is a list, which no field type takes. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const values: Record<string, string | string[]> = {}
  const params = new URLSearchParams(url.slice(start + 1))
  for (const name of new Set(params.keys())) {
    if (name === '__proto__' || name === 'constructor') throw invalidFields({ [name]: 'FIELD_NOT_ALLOWED' })
    const all = params.getAll(name)
    values[name] = all.length === 1 ? (all[0] ?? '') : all
  }
  return values
}
