import type { Arguments, DataOf, RequestOf } from './calls.ts'
import type { Gatehouse } from './create-client.ts'
import type { paths } from './gen/api.ts'

type Item<Path extends keyof paths> = DataOf<Path, 'get'> extends readonly (infer Each)[] ? Each : never
/** The paths whose GET returns a list. */
export type ListPath = {
  [Path in keyof paths]: DataOf<Path, 'get'> extends readonly unknown[] ? Path : never
}[keyof paths]
type ListInit = { params?: { query?: Record<string, unknown> | undefined } | undefined }

/** Iterates over a list page by page; `limit` is the size of a page. Requests a page only when it is reached. */
export async function* paginate<Path extends ListPath>(
  { api }: Gatehouse,
  path: Path,
  ...[init]: Arguments<RequestOf<Path, 'get'>>
): AsyncGenerator<Item<Path>, void, undefined> {
  const get = api.GET as (path: string, init: ListInit) => Promise<{ data: Item<Path>[]; response: Response }>
  const { params, ...options } = (init ?? {}) as ListInit
  let query: Record<string, unknown> | undefined = { limit: 100, ...params?.query }
  while (query) {
    const page = await get(path, { ...options, params: { ...params, query } })
    yield* page.data
    query = nextQuery(page.response.headers.get('link'))
  }
}

/** The query of the next page (RFC 8288). */
function nextQuery(link: string | null): Record<string, string> | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return Object.fromEntries(new URL(target, 'http://localhost').searchParams)
}
