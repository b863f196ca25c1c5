import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import express, { type ErrorRequestHandler, type Express, Router } from 'express'
import type { GatewayContext } from '../context.ts'
import { preflightReply } from './cors.ts'
import { holdLocalLimits, unroutedLimit } from './rate-limit.ts'
import { renderError } from './render-error.ts'
import type { Route } from './route.ts'
import { type Endpoint, serveRoute } from './serve-route.ts'

/** Turns the route table into an Express app, mounted at `/` and at `/v1` (contract.md 1, "Base path"). */
export function gatewayApp(routes: readonly Route[], ctx: GatewayContext): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', false)
  app.enable('case sensitive routing').enable('strict routing')
  const router = routerOf(routes, ctx)
  app.use(router)
  app.use('/v1', router)
  app.use(serveRoute(nothingHere, ctx))
  app.use(unreadablePath(ctx))
  return app
}

function routerOf(routes: readonly Route[], ctx: GatewayContext): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const [path, onPath] of Map.groupBy(routes, (route) => route.path)) {
    const place = router.route(path.replace(/\{(\w+)\}/g, ':$1'))
    for (const route of onPath) place[route.method](serveRoute(route, ctx))
    place.all(serveRoute(otherMethods(path, onPath), ctx))
  }
  return router
}

const nothingHere: Endpoint = {
  path: null,
  errors: ['RATE_LIMITED'],
  async answer(context, ctx) {
    await holdLocalLimits(ctx, context, unroutedLimit)
    throw new ServiceError('NOT_FOUND')
  },
}

/** What a known path answers to a method it does not take; to OPTIONS it names its methods, as browsers ask. */
function otherMethods(path: string, routes: readonly Route[]): Endpoint {
  const names = routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const methods = [...names, 'OPTIONS']
  return {
    path,
    errors: ['RATE_LIMITED'],
    async answer(context, ctx) {
      const { req } = context
      if (req.method === 'OPTIONS') return preflightReply(req.headers.origin, methods, ctx.corsOrigins)
      await holdLocalLimits(ctx, context, unroutedLimit)
      throw new ServiceError('METHOD_NOT_ALLOWED')
    },
    refuse(refusal) {
      const reply = renderError(refusal)
      return { ...reply, headers: [...reply.headers, 'Allow', methods.join(', ')] }
    },
  }
}

/** A path whose escapes cannot be decoded names nothing; anything else that Express throws is a bug. */
function unreadablePath(ctx: GatewayContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    const failed: Endpoint = {
      ...nothingHere,
      answer(context) {
        if (error instanceof URIError) return nothingHere.answer(context, ctx)
        throw error
      },
    }
    serveRoute(failed, ctx)(req, res, next)
  }
}
