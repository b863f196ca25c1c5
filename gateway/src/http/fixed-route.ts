import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type Asset, asset } from './asset.ts'
import { type RouteLimit, takeLocalLimits } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

/** Allows scripts and styles only as files of this origin, so that injected markup cannot run. */
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

const rateLimit: RouteLimit = { bucket: 'pages' }

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
    fixedRoute(`${path}/{file}`, 'Get a file of this page.', ({ file = '' }) =>
      Object.hasOwn(files, file) ? files[file] : undefined,
    ),
  ]
}

/** A static file. It is not part of the API. */
export function fixedRoute(
  path: string,
  summary: string,
  find: (params: Record<string, string>, context: RequestContext) => Asset | undefined,
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
    async respond(context, gateway) {
      await takeLocalLimits(context, rateLimit, gateway)
      const found = find(context.params, context)
      if (!found) throw new ServiceError('NOT_FOUND')
      return found(context.req.headers)
    },
  }
}

/** `url` is from import.meta.resolve. */
export function packageAsset(type: string, url: string): Asset {
  return asset(type, () => readFile(fileURLToPath(url)))
}
