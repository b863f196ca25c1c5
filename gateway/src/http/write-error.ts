import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { GatewayContext } from '../context.ts'
import { stopParsing } from './body-pieces.ts'
import { jsonType } from './http-response.ts'
import { type LingerContext, linger } from './linger.ts'
import { renderError } from './render-error.ts'
import { apiPolicy } from './security-headers.ts'

export type ErrorWriterContext = LingerContext & Pick<GatewayContext, 'accessLog' | 'securityHeaders'>

/** Writes an error to a socket for which Node has no response object, and closes it. What arrives meanwhile is not parsed. */
export function writeError(
  socket: Socket,
  error: ServiceError,
  requestId: string,
  gateway: ErrorWriterContext,
): void {
  const { accessLog, securityHeaders } = gateway
  const { status, body, headers: own } = renderError(error)
  const record = { request_id: requestId, method: null, route: null, status, duration_ms: 0 }
  accessLog.info(record, 'request')
  const headers = [
    ...['X-Request-Id', requestId, ...securityHeaders, ...apiPolicy],
    ...['Content-Type', jsonType, 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Connection', 'close', ...own],
    // RFC 9110, section 15.5.6. Only CONNECT is rejected with 405 here, and no path supports it.
    ...(status === 405 ? ['Allow', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'] : []),
  ]
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  stopParsing(socket)
  socket.end(`${head}\r\n\r\n${body}`)
  linger(socket, gateway, () => socket.destroySoon())
}
