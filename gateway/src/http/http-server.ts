import { randomUUID } from 'node:crypto'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Express } from 'express'
import type { Connections } from './connections.ts'
import { type RefusalContext, writeRefusal } from './early-refusal.ts'
import { requestIdOf } from './request-id.ts'

/** The body has its own timeout in body-source.ts; this one ends a request that nobody reads. */
const requestTimeoutMs = 70_000
/** A token of 64 KB is refused like any other bad token, so it must pass Node's own limit. */
const maxHeaderSize = 128 * 1024

type ServerOptions = { connections: Connections; headersTimeoutMs: number; ctx: RefusalContext }

/**
 * An HTTP server whose requests and responses are born with Express's prototypes. Express gives every request a new
 * prototype otherwise, which is most of what it costs (measured three times slower).
 */
export function httpServer(app: Express, { connections, headersTimeoutMs, ctx }: ServerOptions): Server {
  const server = createServer({
    IncomingMessage: born(IncomingMessage, app.request),
    ServerResponse: born(ServerResponse, app.response),
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    keepAliveTimeout: 65_000,
    maxHeaderSize,
    // serve-route.ts checks it, so that the refusal has a body.
    requireHostHeader: false,
  })
  connections.attach(server, app)
  const toRequest = (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res)
  // Without a listener Node would invite the body before we know that we want it.
  server.on('checkContinue', toRequest)
  server.on('checkExpectation', toRequest)
  server.on('connect', ({ socket, headers }) => {
    const requestId = requestIdOf(headers['x-request-id'])
    connections.afterAnswers(socket, () =>
      writeRefusal(socket, new ServiceError('METHOD_NOT_ALLOWED'), requestId, ctx),
    )
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const res = connections.activeOn(socket)
    const isAnswerOut = res?.headersSent === true && !res.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswerOut) return void socket.destroy()
    const respond = () => writeRefusal(socket, refusalFor(error), randomUUID(), ctx)
    // An error after a complete request belongs to the next one, which is answered later.
    if (res?.req.complete) connections.afterAnswers(socket, respond)
    else respond()
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

function refusalFor({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ServiceError('HEADERS_TOO_LARGE')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ServiceError('PAYLOAD_TOO_LARGE')
  return new ServiceError(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST')
}
