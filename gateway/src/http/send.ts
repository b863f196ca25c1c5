import type { GatewayContext } from '../context.ts'
import { piecesOf } from './body-pieces.ts'
import { corsHeaders } from './cors.ts'
import type { HttpResponse } from './http-response.ts'
import { type LingerContext, linger } from './linger.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import { hasBody } from './read-body.ts'
import type { RequestContext } from './request-context.ts'
import { apiPolicy } from './security-headers.ts'

type SendContext = LingerContext & Pick<GatewayContext, 'clock' | 'cors' | 'isClosing' | 'securityHeaders'>

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
  if (!isUnread) return void res.end(response.body)
  if (response.body.length > 0) res.write(response.body)
  else res.flushHeaders()
  req.on('data', piecesOf(req).add)
  linger(req, gateway, () => res.end())
}

/** Adds the headers of every response to `own`. A cacheable response sets Cache-Control in `own` or is proxied with it. */
export function headersOf(
  { req, requestId, rateLimit }: RequestContext,
  own: readonly string[],
  { clock, cors, securityHeaders }: Pick<SendContext, 'clock' | 'cors' | 'securityHeaders'>,
  isCacheable = own.includes('Cache-Control'),
): string[] {
  const headers = ['X-Request-Id', requestId, ...securityHeaders, ...own]
  // Almost every response contains personal data; the others set Cache-Control themselves.
  if (!isCacheable) headers.push('Cache-Control', 'no-store')
  if (!own.includes('Content-Security-Policy')) headers.push(...apiPolicy)
  if (rateLimit) headers.push(...rateLimitHeaders(rateLimit, clock.now()))
  if (cors.isEnabled) headers.push(...corsHeaders(req.headers.origin, cors))
  return headers
}
