import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

/** Paths in a proto message with the names of the same fields over HTTP; empty if they are at the top of the body. */
export type FieldPaths = Readonly<Record<string, string>>

/** Calls services. The field paths of their errors are those of the proto request: `settings.rules[0]`, here `rules.0`. */
export async function withHttpPaths<T>(names: FieldPaths, call: () => Promise<T> | T): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.fields.length === 0) throw error
    const { code, message, data, rateLimit, cause } = error
    const fields = error.fields.map((field) => ({ ...field, path: httpPath(field.path, names) }))
    throw new ServiceError(code, { message, data, rateLimit, fields, cause })
  }
}

export function httpPath(path: string, names: FieldPaths): string {
  const dotted = path.replace(/\[(\d+)\]/g, '.$1')
  for (const [prefix, name] of Object.entries(names)) {
    if (dotted === prefix) return name === '' ? 'root' : name
    if (dotted.startsWith(`${prefix}.`))
      return [name, dotted.slice(prefix.length + 1)].filter(Boolean).join('.')
  }
  return dotted
}
