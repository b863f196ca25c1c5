import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { isOurs, logFailure } from '@gatehouse/service-kit/errors/log-failure'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { toServiceError } from '@gatehouse/service-kit/errors/to-service-error'
import type { TracedSpan } from '@gatehouse/service-kit/tracing/tracing'
import type { RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import { countRejected } from './connection-metrics.ts'
import type { HttpResponse } from './http-response.ts'
import { renderError } from './render-error.ts'
import { HttpRequestContext, type RequestContext } from './request-context.ts'
import { endRequestSpan, startRequestSpan } from './request-spans.ts'
import { observeRequest } from './request-times.ts'
import { commonErrors, type HttpMethod } from './route.ts'
import { send } from './send.ts'
import { undoUnlessDelivered } from './undo.ts'

export type Endpoint = {
  /** Undefined for the methods that a path does not support. */
  method?: HttpMethod
  /** For the log, null if unknown. The log never has the URL: it can contain a webhook token. */
  path: string | null
  errors: readonly ErrorCode[]
  respond(context: RequestContext, gateway: GatewayContext): Promise<HttpResponse> | HttpResponse
  renderError?(error: ServiceError, context: RequestContext): HttpResponse
}

/** For Express. */
export function serveRoute(endpoint: Endpoint, gateway: GatewayContext): RequestHandler {
  return (req, res) => {
    const context = new HttpRequestContext(req, res, gateway.isTrustedProxy)
    context.prefix = req.baseUrl
    // Only wildcards, which no path has, are lists.
    context.params = req.params as Record<string, string>
    serve(endpoint, context, gateway)
  }
}

export function serve(endpoint: Endpoint, context: RequestContext, gateway: GatewayContext): void {
  const { res } = context
  gateway.inFlight++
  let isOver = false
  // In flight only up to the response: a client that does not read it, or continues to send, takes the place of no other request.
  const end = () => {
    if (isOver) return
    isOver = true
    gateway.inFlight--
    noteEnd(endpoint, context, gateway, span)
  }
  // The handler can set `undo` after the client left.
  let [isClosed, isHandled] = [false, false]
  const settle = () => {
    if (isClosed && isHandled) undoUnlessDelivered(context, gateway)
  }
  res.once('close', () => {
    end()
    isClosed = true
    settle()
  })
  const respond = () =>
    responseOf(endpoint, context, gateway).then((response) => {
      send(context, response, gateway)
      end()
      isHandled = true
      settle()
    })
  const span = startRequestSpan(endpoint, context)
  void (span ? span.run(respond) : respond())
}

async function responseOf(
  endpoint: Endpoint,
  context: RequestContext,
  gateway: GatewayContext,
): Promise<HttpResponse> {
  try {
    assertBelowMaxInFlight(gateway)
    assertServable(context.req)
    return await endpoint.respond(context, gateway)
  } catch (thrown) {
    const error = toServiceError(thrown)
    logError(error, endpoint, context, gateway)
    context.rateLimit = error.rateLimit ?? context.rateLimit
    const response = endpoint.renderError?.(error, context) ?? renderError(error)
    const { errorHeaders } = context
    return errorHeaders.length === 0
      ? response
      : { ...response, headers: [...response.headers, ...errorHeaders] }
  }
}

function assertBelowMaxInFlight({ inFlight, maxInFlight }: GatewayContext): void {
  if (inFlight <= maxInFlight) return
  countRejected()
  throw unavailable('too many requests in flight')
}

/** Node would reject some of these requests itself, without a body. */
function assertServable({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = hostCount(rawHeaders)
  // RFC 9112, section 3.2.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) throw new ServiceError('MALFORMED_REQUEST')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new ServiceError('EXPECTATION_FAILED')
}

function hostCount(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function logError(
  error: ServiceError,
  { path, errors }: Endpoint,
  context: RequestContext,
  gateway: GatewayContext,
): void {
  const { code } = error
  // An error after the client left is most likely a consequence of that.
  if (isOurs(error) && !context.signal.aborted)
    logFailure(gateway.log, 'request', error, { request_id: context.requestId, route: path })
  const isListed = errors.includes(code) || commonErrors.some((common) => common === code)
  if (!isListed) gateway.onUnlistedCode(path ?? 'unknown path', code)
}

function noteEnd(
  { method, path }: Endpoint,
  { req, res, requestId, startedAt }: RequestContext,
  { accessLog }: GatewayContext,
  span: TracedSpan | null,
): void {
  const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000
  // Null if the client disconnected before the response.
  const status = res.headersSent ? res.statusCode : null
  observeRequest({ method, route: path, status, seconds: durationMs / 1000 })
  if (span) endRequestSpan(span, status)
  const record = { request_id: requestId, method: req.method, route: path, status, duration_ms: durationMs }
  accessLog.info(record, 'request')
}
