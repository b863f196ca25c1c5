import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Asset, asset } from './asset.ts'
import { holdLocalLimits, type RouteLimit } from './rate-limit.ts'
import type { Route } from './route.ts'

/** Scripts and styles come from here alone, and none stand in a page, so that nothing put into it can run. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const rateLimit: RouteLimit = { bucket: 'pages', limit: 100, windowSeconds: 10 }

/** A page of ours at a path, with its files below. */
export function pageRoutes(
  path: string,
  summary: string,
  html: string,
  files: Record<string, Asset>,
): Route[] {
  const page = asset('text/html; charset=utf-8', () => html, [
    'Content-Security-Policy',
    contentSecurityPolicy,
  ])
  return [
    fixedRoute(path, summary, () => page),
    fixedRoute(`${path}/{file}`, 'The files of that page.', ({ file = '' }) =>
      Object.hasOwn(files, file) ? files[file] : undefined,
    ),
  ]
}

/** A path that answers everybody with an asset and is no part of the API. */
export function fixedRoute(
  path: string,
  summary: string,
  find: (params: Record<string, string>) => Asset | undefined,
): Route {
  return {
    method: 'get',
    path,
    access: 'anyone',
    summary,
    rateLimit,
    body: null,
    query: null,
    params: null,
    responses: [],
    errors: ['RATE_LIMITED'],
    isReference: true,
    async answer(context, ctx) {
      await holdLocalLimits(ctx, context, rateLimit)
      const found = find(context.params)
      if (!found) throw new ServiceError('NOT_FOUND')
      return found(context.req.headers)
    },
  }
}

/** A file out of a package, as import.meta.resolve names it. */
export function packaged(type: string, url: string): Asset {
  return asset(type, () => readFile(fileURLToPath(url)))
}
