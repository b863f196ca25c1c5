import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toServiceError } from '@gatehouse/service-kit/errors/to-service-error'
import type { RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { countRefused } from './connection-metrics.ts'
import { renderError } from './render-error.ts'
import type { Reply } from './reply.ts'
import { createRequestContext, type RequestContext } from './request-context.ts'
import { commonErrors } from './route.ts'
import { send } from './send.ts'

/** Whatever answers requests: a route, or what stands where there is none. */
export type Endpoint = {
  /** Pattern of the route, for the log; null where the path is unknown. Raw URLs hold webhook tokens and are never written. */
  path: string | null
  errors: readonly ErrorCode[]
  answer(context: RequestContext, ctx: GatewayContext): Promise<Reply> | Reply
  refuse?(refusal: ServiceError, context: RequestContext): Reply
}

/** Makes a door an Express handler: one answer, one line in the access log, whatever happens. */
export function serveRoute(endpoint: Endpoint, ctx: GatewayContext): RequestHandler {
  return (req, res) => {
    const context = createRequestContext(req, res, ctx.isTrustedProxy)
    context.prefix = req.baseUrl
    // Express has decoded them; nothing here is declared with wildcards, which alone are lists.
    context.params = req.params as Record<string, string>
    ctx.inFlight++
    let isOver = false
    // A client that does not read its answer, or goes on sending, no longer counts as a request in flight.
    const end = () => {
      if (isOver) return
      isOver = true
      ctx.inFlight--
      logAccess(endpoint, context, ctx)
    }
    res.once('close', end)
    void answer(endpoint, context, ctx).then((reply) => {
      send(context, reply, ctx)
      end()
    })
  }
}

async function answer(endpoint: Endpoint, context: RequestContext, ctx: GatewayContext): Promise<Reply> {
  try {
    assertSlot(ctx)
    assertServable(context.req)
    return await endpoint.answer(context, ctx)
  } catch (error) {
    const refusal = toServiceError(error)
    noteFailure(refusal, endpoint, context, ctx)
    context.rateLimit = refusal.rateLimit ?? context.rateLimit
    return endpoint.refuse?.(refusal, context) ?? renderError(refusal)
  }
}

function assertSlot({ inFlight, maxInFlight }: GatewayContext): void {
  if (inFlight <= maxInFlight) return
  countRefused()
  throw new ServiceError('SERVICE_UNAVAILABLE')
}

/** What Node would refuse itself, without a body. */
function assertServable({ headers, httpVersion }: IncomingMessage): void {
  // RFC 9112 3.2: HTTP/1.1 requires Host.
  if (headers.host === undefined && httpVersion === '1.1') throw new ServiceError('MALFORMED_REQUEST')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new ServiceError('EXPECTATION_FAILED')
}

function noteFailure(
  refusal: ServiceError,
  { path, errors }: Endpoint,
  context: RequestContext,
  ctx: GatewayContext,
): void {
  const { code } = refusal
  if (code === 'INTERNAL_SERVER_ERROR') {
    ctx.log.error(
      { err: refusal.cause ?? refusal, request_id: context.requestId, route: path },
      'request failed',
    )
  }
  const isListed = errors.includes(code) || commonErrors.some((common) => common === code)
  if (!isListed) ctx.onUnlistedCode(path ?? 'unknown path', code)
}

function logAccess(
  { path }: Endpoint,
  { req, res, requestId, startedAt }: RequestContext,
  { accessLog }: GatewayContext,
): void {
  const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000
  // A client that left before its answer has no status.
  const status = res.headersSent ? res.statusCode : null
  const record = { request_id: requestId, method: req.method, route: path, status, duration_ms: durationMs }
  accessLog.info(record, 'request')
}
