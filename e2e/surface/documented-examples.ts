import type { ApiRoute } from '@gatehouse/gateway/http/route'
import { document, problemsAt, toPointer } from './documented-answer.ts'

type Examples = Record<string, { value: unknown }>
type Parameter = { name?: string; in?: string; schema?: { examples?: string[] } }

/** Every media type of a request or response, with its examples. */
export function documentedMediaTypes() {
  return [
    ...mediaTypesIn(document.paths, ['paths']),
    ...mediaTypesIn(document.components.responses, ['components', 'responses']),
  ].map((path) => {
    const pointer = toPointer(path)
    const examples: Examples = path.reduce((value, key) => value[key], document).examples ?? {}
    return { pointer, examples, problemsOf: (value: unknown) => problemsAt([...path, 'schema'], value) }
  })
}

function* mediaTypesIn(value: unknown, path: string[]): Generator<string[]> {
  for (const [key, below] of Object.entries(Object(value))) {
    if (typeof below !== 'object') continue
    if (key === 'content') yield* Object.keys(below ?? {}).map((type) => [...path, key, type])
    else yield* mediaTypesIn(below, [...path, key])
  }
}

/** The bodies of a route with the header values that belong to them. */
export function requestExamplesOf({ path, method }: ApiRoute) {
  const operation = document.paths[path][method]
  const examples: Examples = operation.requestBody?.content['application/json'].examples ?? {}
  const parameters: Parameter[] = operation.parameters
  const headers = Object.fromEntries(
    parameters.flatMap(({ name, in: place, schema }) => {
      const [example] = schema?.examples ?? []
      return place === 'header' && name && example ? [[name, example]] : []
    }),
  )
  return Object.fromEntries(
    Object.entries(examples).map(([name, { value }]) => [
      name,
      { body: value as Record<string, unknown>, headers },
    ]),
  )
}
