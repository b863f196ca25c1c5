import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import express, { type ErrorRequestHandler, type Express, Router } from 'express'
import type { GatewayContext } from '../context.ts'
import { preflightReply } from './cors.ts'
import { takeLocalLimits } from './rate-limit.ts'
import { renderError } from './render-error.ts'
import type { Route } from './route.ts'
import { type Endpoint, serveRoute } from './serve-route.ts'

/** Creates an Express app of the route table, mounted at `/` and at `/v1`. */
export function gatewayApp(routes: readonly Route[], ctx: GatewayContext): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  app.enable('case sensitive routing').enable('strict routing')
  const router = routerOf(routes, ctx)
  app.use(router)
  app.use('/v1', router)
  app.use(serveRoute(unknownPath, ctx))
  app.use(malformedPath(ctx))
  return app
}

function routerOf(routes: readonly Route[], ctx: GatewayContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, onPath] of Map.groupBy(routes, (route) => route.path)) {
    const pathRoute = router.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const route of onPath) pathRoute[route.method](serveRoute(route, ctx))
    pathRoute.all(serveRoute(otherMethods(path, onPath), ctx))
  }
  return router
}

const unknownPath: Endpoint = {
  path: null,
  errors: ['RATE_LIMITED'],
  async answer(context, ctx) {
    await takeLocalLimits(ctx, context, { bucket: 'unrouted' })
    throw new ServiceError('NOT_FOUND')
  },
}

/** Answers OPTIONS and the unsupported methods of a known path. */
function otherMethods(path: string, routes: readonly Route[]): Endpoint {
  const names = routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const methods = [...names, 'OPTIONS']
  return {
    path,
    errors: ['RATE_LIMITED'],
    async answer(context, ctx) {
      const { method, headers } = context.req
      const isPreflight = method === 'OPTIONS'
      await takeLocalLimits(ctx, context, { bucket: isPreflight ? 'preflight' : 'unrouted' })
      if (isPreflight) return preflightReply(headers.origin, methods, ctx.corsOrigins)
      throw new ServiceError('METHOD_NOT_ALLOWED')
    },
    reject(error) {
      const reply = renderError(error)
      return { ...reply, headers: [...reply.headers, 'Allow', methods.join(', ')] }
    },
  }
}

/** Express throws a URIError if it cannot decode a path. Any other error is a bug. */
function malformedPath(ctx: GatewayContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    const failed: Endpoint = {
      ...unknownPath,
      answer(context) {
        if (error instanceof URIError) return unknownPath.answer(context, ctx)
        throw error
      },
    }
    serveRoute(failed, ctx)(req, res, next)
  }
}
