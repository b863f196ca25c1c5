import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { GatewayContext } from '../context.ts'
import type { Asset } from './asset.ts'
import { type RouteLimit, takeFileLimit } from './rate-limit.ts'
import type { RequestContext } from './request-context.ts'
import type { Route } from './route.ts'

/**
 * Allows scripts and styles only as files of this origin, so that injected markup cannot run. Scalar, which renders the API
 * reference, sets styles in its markup (https://github.com/scalar/scalar/pull/10022).
 */
export function contentSecurityPolicy({ inlineStyles }: { inlineStyles: boolean }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    inlineStyles ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const rateLimit: RouteLimit = { bucket: 'pages' }

type Find = (
  params: Record<string, string>,
  context: RequestContext,
  gateway: GatewayContext,
) => Asset | undefined | Promise<Asset | undefined>

/** A static file. It is not part of the API. */
export function fixedRoute(path: string, summary: string, find: Find, method: 'get' | 'post' = 'get'): Route {
  return {
    method,
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
      await takeFileLimit(context, rateLimit, gateway)
      const found = await find(context.params, context, gateway)
      if (!found) throw new ServiceError('NOT_FOUND')
      return found(context.req.headers)
    },
  }
}
