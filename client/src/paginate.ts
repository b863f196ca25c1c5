import type { PathsWithMethod } from 'openapi-typescript-helpers'
import type { Gatehouse } from './create-client.ts'
import type { paths } from './gen/api.ts'

type Item<Path extends keyof paths> = paths[Path]['get'] extends {
  responses: { 200: { content: { 'application/json': readonly (infer Each)[] } } }
}
  ? Each
  : never
/** The paths whose GET returns a list. */
export type ListPath = {
  [Path in PathsWithMethod<paths, 'get'>]: Item<Path> extends never ? never : Path
}[PathsWithMethod<paths, 'get'>]
type Params<Path extends ListPath> = paths[Path]['get']['parameters']
type ListInit<Path extends ListPath> = { signal?: AbortSignal } & (Params<Path> extends { path: infer InPath }
  ? { params: { path: InPath; query?: Params<Path>['query'] } }
  : { params?: { query?: Params<Path>['query'] } })

/** Iterates over a list page by page; `limit` is the size of a page. Requests a page only when it is reached. */
export async function* paginate<Path extends ListPath>(
  { api }: Gatehouse,
  path: Path,
  init?: ListInit<Path>,
): AsyncGenerator<Item<Path>, void, undefined> {
  const get = api.GET as (path: string, init: unknown) => Promise<{ data?: Item<Path>[]; response: Response }>
  let query: Record<string, unknown> | undefined = { limit: 100, ...init?.params?.query }
  while (query) {
    const page = await get(path, { ...init, params: { ...init?.params, query } })
    yield* page.data ?? []
    query = nextQuery(page.response.headers.get('link'))
  }
}

/** The query of the next page (RFC 8288). */
function nextQuery(link: string | null): Record<string, string> | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return Object.fromEntries(new URL(target, 'http://localhost').searchParams)
}
