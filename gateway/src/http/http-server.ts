import { randomUUID } from 'node:crypto'
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { requestIdOf } from '@gatehouse/service-kit/ids/request-id'
import type { Express } from 'express'
import type { Connections } from './connections.ts'
import { type ErrorWriterContext, writeError } from './write-error.ts'

/** Ends requests whose body no route reads; read-body.ts has the timeout of the others. */
const requestTimeoutMs = 70_000
/** With the URL. Common proxies and browsers send no more. */
const maxHeaderSize = 16 * 1024
/** Of a body that no route reads yet: more are left to the system, since each piece of it takes time and 200 bytes. */
const highWaterMark = 8 * 1024

type ServerOptions = {
  connections: Connections
  headersTimeoutMs: number
  gateway: ErrorWriterContext
  /** Calls `app` for the requests that it does not serve itself. */
  listener: RequestListener
}

/**
 * Creates an HTTP server whose requests and responses have Express's prototypes from the start. Express
 * otherwise changes the prototype of each of them, which was measured to make requests three times slower.
 */
export function httpServer(app: Express, options: ServerOptions): Server {
  const { connections, headersTimeoutMs, gateway, listener } = options
  const server = createServer({
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    keepAliveTimeout: 65_000,
    maxHeaderSize,
    highWaterMark,
    // serve-route.ts checks it, so that the error response has a body.
    requireHostHeader: false,
  })
  connections.attach(server, listener)
  const toRequest = (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res)
  // Without a listener Node sends 100 Continue before the route is known.
  server.on('checkContinue', toRequest)
  server.on('checkExpectation', toRequest)
  server.on('connect', ({ socket, headers }) => {
    const requestId = requestIdOf(headers['x-request-id'])
    connections.afterResponses(socket, () =>
      writeError(socket, new ServiceError('METHOD_NOT_ALLOWED'), requestId, gateway),
    )
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const res = connections.activeOn(socket)
    const isSending = res?.headersSent === true && !res.writableFinished
    if (error.code === 'ECONNRESET' || isSending) return void socket.destroy()
    // It has its last response.
    if (socket.writableEnded) return
    if (!socket.writable) return void socket.destroy()
    const respond = () => writeError(socket, errorFor(error), randomUUID(), gateway)
    // An error after a complete request belongs to the next request, whose response comes later.
    if (res?.req.complete) connections.afterResponses(socket, respond)
    else respond()
  })
  return server
}

/** A class like `base` whose instances have exactly `prototype`, so that setting it again has no effect. */
function withPrototype<T extends typeof IncomingMessage | typeof ServerResponse>(
  base: T,
  prototype: object,
): T {
  function Derived(...args: unknown[]): object {
    return Reflect.construct(base, args, Derived)
  }
  Derived.prototype = prototype
  // TypeScript does not know functions as classes.
  return Derived as unknown as T
}

function errorFor({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('HEADERS_TOO_LARGE')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ServiceError('PAYLOAD_TOO_LARGE')
  return new ServiceError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST')
}
