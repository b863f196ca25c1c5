import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayContext } from '../context.ts'
import { piecesOf } from './body-pieces.ts'
import { countClosed } from './connection-metrics.ts'
import { corsHeaders } from './cors.ts'
import type { HttpResponse } from './http-response.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import { hasBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import { apiPolicy } from './security-headers.ts'

type SendContext = Pick<
  GatewayContext,
  'cors' | 'isClosing' | 'securityHeaders' | 'lingering' | 'maxLingering' | 'lingerMs'
>

const lingerBytes = 4 * 1024 * 1024

/** Sends a response. If the body of the request is unread, the connection is closed after the response. */
export function send(context: RequestContext, response: HttpResponse, gateway: SendContext): void {
  const { req, res } = context
  const { isClosing } = gateway
  if (res.headersSent || res.destroyed) return
  const isUnread = hasBody(req) && !req.complete
  const headers = headersOf(context, response.headers, gateway)
  if (isUnread || isClosing) headers.push('Connection', 'close')
  if (response.type !== null) {
    headers.push('Content-Type', response.type, 'Content-Length', String(Buffer.byteLength(response.body)))
  }
  res.writeHead(response.status, headers)
  if (!isUnread) res.end(response.body)
  else if (gateway.lingering < gateway.maxLingering) linger(req, res, response.body, gateway)
  else {
    countClosed('lingering')
    res.end(response.body)
  }
}

/** Adds the headers of every response to `own`. A cacheable response sets Cache-Control in `own` or is proxied with it. */
export function headersOf(
  { req, requestId, rateLimit }: RequestContext,
  own: readonly string[],
  { cors, securityHeaders }: Pick<SendContext, 'cors' | 'securityHeaders'>,
  isCacheable = own.includes('Cache-Control'),
): string[] {
  const headers = ['X-Request-Id', requestId, ...securityHeaders, ...own]
  // Almost every response contains personal data; the others set Cache-Control themselves.
  if (!isCacheable) headers.push('Cache-Control', 'no-store')
  if (!own.includes('Content-Security-Policy')) headers.push(...apiPolicy)
  if (rateLimit) headers.push(...rateLimitHeaders(rateLimit))
  if (cors.isEnabled) headers.push(...corsHeaders(req.headers.origin, cors))
  return headers
}

/**
 * Sends the response, discards the rest of the body for a short time, then closes. If the connection closed
 * immediately, TCP would reset it and the client would lose the response.
 */
function linger(
  req: IncomingMessage,
  res: ServerResponse,
  body: string | Buffer,
  gateway: SendContext,
): void {
  if (body.length > 0) res.write(body)
  else res.flushHeaders()
  gateway.lingering++
  const received = piecesOf(req)
  const maxBytes = received.bytes() + lingerBytes
  const leave = () => {
    gateway.lingering--
    clearTimeout(timer)
    req.off('data', drop).off('end', leave).off('close', leave)
    res.end()
  }
  const drop = (piece: Buffer) => {
    received.add(piece)
    if (received.bytes() > maxBytes) leave()
  }
  const timer = setTimeout(leave, gateway.lingerMs)
  req.on('data', drop).on('end', leave).on('close', leave)
  if (!received.problem()) req.resume()
}
