import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Express } from 'express'
import { renderError } from './render-error.ts'

const headersTimeoutMs = 30_000
/** The body has its own clock in body-source.ts; this one ends what nobody reads. */
const requestTimeoutMs = 70_000
/** Tokens of 64 KB are to be refused like any other bad token, so they must get through Node's own limit. */
const maxHeaderSize = 128 * 1024

/**
 * An HTTP server whose requests and responses are born with Express's prototypes. Express gives every request a new
 * prototype otherwise, which is most of what it costs (measured three times slower).
 */
export function httpServer(app: Express): Server {
  const server = createServer(
    {
      IncomingMessage: born(IncomingMessage, app.request),
      ServerResponse: born(ServerResponse, app.response),
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 65_000,
      maxHeaderSize,
    },
    app,
  )
  const answering = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) =>
    answering.set(req.socket, res),
  )
  // Without a listener Node would invite the body before we know that we want it.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    refuseConnection(error, socket, answering.get(socket))
  })
  return server
}

/** A class like `base` whose instances have exactly `prototype`, so that setting it again changes nothing. */
function born<T extends typeof IncomingMessage | typeof ServerResponse>(base: T, prototype: object): T {
  function Born(...args: unknown[]): object {
    return Reflect.construct(base, args, Born)
  }
  Born.prototype = prototype
  // Constructs what base constructs; TypeScript does not see classes in functions.
  return Born as unknown as T
}

/** Answers what is no HTTP, or too long in coming, and ends the connection. There is no request to answer through. */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex | Socket,
  res: ServerResponse | undefined,
): void {
  const isAnswerOut = res?.headersSent === true && !res.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswerOut) {
    socket.destroy()
    return
  }
  const { status, body } = renderError(new ServiceError(codeOf(error)))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

function codeOf(error: NodeJS.ErrnoException): ErrorCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'
}
