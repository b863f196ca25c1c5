import type { RequestListener } from 'node:http'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import express, { type ErrorRequestHandler, type Express, Router } from 'express'
import type { GatewayContext } from '../context.ts'
import { preflightResponse } from './cors.ts'
import { takeLocalLimits } from './rate-limit.ts'
import { renderError } from './render-error.ts'
import { HttpRequestContext } from './request-context.ts'
import type { Route } from './route.ts'
import { type Endpoint, serve, serveRoute } from './serve-route.ts'

/** Creates an Express app from the route table, mounted at `/` and at `/v1`. */
export function gatewayApp(routes: readonly Route[], gateway: GatewayContext): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  app.enable('case sensitive routing').enable('strict routing')
  const router = routerOf(routes, gateway)
  app.use(router)
  app.use('/v1', router)
  app.use(serveRoute(unknownPath, gateway))
  app.use(malformedPath(gateway))
  return app
}

/**
 * A GET whose URL is exactly the path of a route is served without Express, which takes 8 % of the processor time of a session check. Everything else, and a
 * URL that is spelled in another way, goes to `app`.
 */
export function withExactPaths(
  app: Express,
  routes: readonly Route[],
  gateway: GatewayContext,
): RequestListener {
  const exact = new Map<string, { route: Route; prefix: string }>()
  for (const route of routes) {
    if (route.method !== 'get' || route.path.includes('{')) continue
    for (const prefix of ['', '/v1']) exact.set(prefix + route.path, { route, prefix })
  }
  return (req, res) => {
    const found = req.method === 'GET' ? exact.get(req.url ?? '') : undefined
    if (!found) return void app(req, res)
    const context = new HttpRequestContext(req, res, gateway.isTrustedProxy)
    context.prefix = found.prefix
    serve(found.route, context, gateway)
  }
}

function routerOf(routes: readonly Route[], gateway: GatewayContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, onPath] of Map.groupBy(routes, (route) => route.path)) {
    const pathRoute = router.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const route of onPath) pathRoute[route.method](serveRoute(route, gateway))
    pathRoute.all(serveRoute(otherMethods(path, onPath), gateway))
  }
  return router
}

const unknownPath: Endpoint = {
  path: null,
  errors: ['RATE_LIMITED'],
  async respond(context, gateway) {
    await takeLocalLimits(context, { bucket: 'unrouted' }, gateway)
    throw new ServiceError('NOT_FOUND')
  },
}

/** Responds to OPTIONS and the unsupported methods of a known path. */
function otherMethods(path: string, routes: readonly Route[]): Endpoint {
  const names = routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const methods = [...names, 'OPTIONS']
  return {
    path,
    errors: ['RATE_LIMITED'],
    async respond(context, gateway) {
      const { method, headers } = context.req
      const isPreflight = method === 'OPTIONS'
      await takeLocalLimits(context, { bucket: isPreflight ? 'preflight' : 'unrouted' }, gateway)
      if (isPreflight) return preflightResponse(headers.origin, methods, gateway.cors)
      throw new ServiceError('METHOD_NOT_ALLOWED')
    },
    renderError(error) {
      const response = renderError(error)
      return { ...response, headers: [...response.headers, 'Allow', methods.join(', ')] }
    },
  }
}

/** Express throws a URIError if it cannot decode a path. Any other error is a bug. */
function malformedPath(gateway: GatewayContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    const failed: Endpoint = {
      ...unknownPath,
      respond(context) {
        if (error instanceof URIError) return unknownPath.respond(context, gateway)
        throw error
      },
    }
    serveRoute(failed, gateway)(req, res, next)
  }
}
