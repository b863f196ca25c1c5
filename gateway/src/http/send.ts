import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayContext } from '../context.ts'
import { hasBody } from './body-source.ts'
import { countClosed } from './connection-metrics.ts'
import { corsHeaders } from './cors.ts'
import { rateLimitHeaders } from './rate-limit.ts'
import type { Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { apiPolicy } from './security-headers.ts'

/** What answers depend on beside the request. */
type Sending = Pick<
  GatewayContext,
  'corsOrigins' | 'isClosing' | 'securityHeaders' | 'lingering' | 'maxLingering'
>

const lingerMs = 2000
const lingerBytes = 4 * 1024 * 1024

/** Writes an answer in one go. A request whose body we did not want is answered at once and its connection let go politely. */
export function send(context: RequestContext, reply: Reply, sending: Sending): void {
  const { req, res } = context
  const { corsOrigins, isClosing, securityHeaders } = sending
  if (res.headersSent || res.destroyed) return
  const isUnread = hasBody(req) && !req.complete
  const headers = ['X-Request-Id', context.requestId, ...securityHeaders, ...reply.headers]
  // Almost every answer has a token or personal data in it; the few that have none name their own rule.
  if (!reply.headers.includes('Cache-Control')) headers.push('Cache-Control', 'no-store')
  if (!reply.headers.includes('Content-Security-Policy')) headers.push(...apiPolicy)
  if (context.rateLimit) headers.push(...rateLimitHeaders(context.rateLimit))
  if (corsOrigins.size > 0) headers.push(...corsHeaders(req.headers.origin, corsOrigins))
  if (isUnread || isClosing) headers.push('Connection', 'close')
  if (reply.type !== null) {
    headers.push('Content-Type', reply.type, 'Content-Length', String(Buffer.byteLength(reply.body)))
  }
  res.writeHead(reply.status, headers)
  if (!isUnread) res.end(reply.body)
  else if (sending.lingering < sending.maxLingering) linger(req, res, reply.body, sending)
  else {
    countClosed('lingering')
    res.end(reply.body)
  }
}

/**
 * Closing while the client still sends makes its kernel throw our answer away unread. So the answer goes out first, then
 * what still comes is dropped for a moment, then the connection ends.
 */
function linger(req: IncomingMessage, res: ServerResponse, body: string | Buffer, sending: Sending): void {
  if (body.length > 0) res.write(body)
  else res.flushHeaders()
  sending.lingering++
  let dropped = 0
  const leave = () => {
    sending.lingering--
    clearTimeout(timer)
    req.off('data', drop).off('end', leave).off('close', leave)
    res.end()
  }
  const drop = (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > lingerBytes) leave()
  }
  const timer = setTimeout(leave, lingerMs)
  req.on('data', drop).on('end', leave).on('close', leave).resume()
}
