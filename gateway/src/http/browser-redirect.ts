import type { Asset } from './asset.ts'
import { emptyResponse } from './http-response.ts'
import type { RequestContext } from './request-context.ts'

/** Relative, so that it also works under /v1. */
export function redirect(location: string): Asset {
  return async () => emptyResponse(['Location', location], 303)
}

/** For a person who typed the address. A program has the wrong address, and gets an error. The query is kept. */
export function browserRedirect(location: string, { req }: RequestContext): Asset | undefined {
  const { url = '', headers } = req
  if (!headers.accept?.includes('text/html')) return undefined
  const start = url.indexOf('?')
  return redirect(`${location}${start === -1 ? '' : url.slice(start)}`)
}
