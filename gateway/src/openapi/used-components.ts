import type { Json } from './json-schema.ts'

const references = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g

/** Without the components that no path refers to, directly or through other components. */
export function usedComponents(paths: Json, components: Record<string, Json>): Json {
  const used = new Set<string>()
  const collect = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(references)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      collect(components[kind]?.[name] ?? null)
    }
  }
  collect(paths)
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  )
}
