import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ByteReservation, byteShares } from '@gatehouse/service-kit/limits/byte-shares'
import { clientAddress, type TrustedProxies } from './client-address.ts'
import { type CloseCause, connectionMetrics, countClosed } from './connection-metrics.ts'
import { shareKeys } from './reserve-arriving.ts'

export type ConnectionBounds = {
  maxConnections: number
  /** For each connection: requests that wait behind the active one. */
  maxPipelined: number
  /** For the client to receive a complete response. */
  writeTimeoutMs: number
  /** Over all connections: requests whose body is still arriving. Beyond it the oldest of the address with the most are closed. */
  maxReceiving: number
  /** Over all connections: bytes of responses that clients have not received. */
  maxUnreadBytes: number
}

/** A request that starts when all earlier responses on its connection are sent. */
type Turn = { res: ServerResponse | null; start(): void }

type Connection = {
  socket: Socket
  active: ServerResponse | null
  waiting: Turn[]
  /** When the active response was first seen complete but not received. */
  unreadSince: number | null
  /** Bytes that were read up to the headers of the active request, and of the last one. */
  readBeforeActive: number
  readBeforeNext: number
  /** What arrived of headers, and one for an active request whose body arrives. */
  headers: ByteReservation | null
  headerBytes: number
  body: ByteReservation | null
}

type Options = { isTrustedProxy: TrustedProxies; arriving: ReturnType<typeof byteShares> }

export type Connections = ReturnType<typeof clientConnections>

const maxSweepMs = 250

/** The requests of a connection run one after the other, so each connection has at most one response in memory. */
export function clientConnections(bounds: ConnectionBounds, { isTrustedProxy, arriving }: Options) {
  /** Ordered: the connections that are idle for the longest time come first. */
  const open = new Map<Socket, Connection>()
  const { maxReceiving } = bounds
  const receiving = byteShares({ total: maxReceiving, shares: [maxReceiving, maxReceiving] })

  function forget(connection: Connection): void {
    open.delete(connection.socket)
    connection.headers?.[Symbol.dispose]()
    connection.body?.[Symbol.dispose]()
  }

  function close(connection: Connection, cause: CloseCause): void {
    forget(connection)
    countClosed(cause)
    connection.socket.resetAndDestroy()
  }

  function accept(socket: Socket): void {
    const connection: Connection = {
      socket,
      active: null,
      waiting: [],
      unreadSince: null,
      readBeforeActive: 0,
      readBeforeNext: 0,
      headers: null,
      headerBytes: 0,
      body: null,
    }
    open.set(socket, connection)
    socket.once('close', () => forget(connection))
    // Node resumes the socket after each response, but the responses to the waiting requests come first.
    socket.on('resume', () => connection.waiting.length > 0 && socket.pause())
    if (open.size <= bounds.maxConnections) return
    for (const one of open.values()) {
      if (one.active !== null) continue
      close(one, 'limit')
      return
    }
  }

  function enqueue(socket: Socket, turn: Turn): void {
    const connection = open.get(socket)
    if (!connection) return
    connection.readBeforeNext = socket.bytesRead
    if (connection.active === null) run(connection, turn)
    else if (connection.waiting.length >= bounds.maxPipelined) close(connection, 'pipelining')
    else {
      connection.waiting.push(turn)
      socket.pause()
    }
  }

  function run(connection: Connection, { res, start }: Turn): void {
    connection.active = res
    connection.readBeforeActive = connection.socket.bytesRead
    connection.unreadSince = null
    res?.once('close', () => next(connection))
    start()
  }

  function next(connection: Connection): void {
    const { socket, waiting } = connection
    connection.active = null
    if (waiting.length === 0) connection.readBeforeNext = socket.bytesRead
    const turn = waiting.shift()
    if (waiting.length === 0) socket.resume()
    // The response before closed the connection, so this one has no socket.
    if (turn && !socket.destroyed && turn.res?.socket !== null) run(connection, turn)
    else waiting.length = 0
    if (connection.active === null && open.delete(socket)) open.set(socket, connection)
  }

  function sweep(): void {
    closeSlowReaders(performance.now())
    for (const connection of open.values()) {
      const isOver = () => close(connection, 'receiving')
      try {
        countHeaders(connection, isOver)
        countBody(connection, isOver)
      } catch {
        isOver()
      }
    }
  }

  /** Node does not tell how much of a request has arrived. */
  function countHeaders(connection: Connection, onEvict: () => void): void {
    const bytes = arrivedOf(connection)
    if (bytes === connection.headerBytes) return
    connection.headers ??= arriving.open(keysOf(connection), onEvict)
    connection.headers.add(bytes - connection.headerBytes)
    connection.headerBytes = bytes
  }

  function countBody(connection: Connection, onEvict: () => void): void {
    if (isReceiving(connection) === (connection.body !== null)) return
    if (connection.body) {
      connection.body[Symbol.dispose]()
      connection.body = null
    } else {
      connection.body = receiving.open(keysOf(connection), onEvict)
      connection.body.add(1)
    }
  }

  /** A trusted proxy has no share until the headers name its client. */
  function keysOf({ socket, active }: Connection): string[] {
    const forwardedFor = active?.req.headers['x-forwarded-for']
    const address = clientAddress(socket.remoteAddress, forwardedFor?.toString(), isTrustedProxy)
    return isTrustedProxy(address) ? [] : shareKeys(address)
  }

  function closeSlowReaders(now: number): void {
    const unread = [...open.values()].filter(({ active }) => active?.writableEnded)
    for (const connection of unread) connection.unreadSince ??= now
    const oldestFirst = unread.toSorted((a, b) => (a.unreadSince ?? 0) - (b.unreadSince ?? 0))
    let { unreadBytes } = unreadOf(unread)
    for (const connection of oldestFirst) {
      const isLate = now - (connection.unreadSince ?? now) >= bounds.writeTimeoutMs
      if (!isLate && unreadBytes <= bounds.maxUnreadBytes) return
      unreadBytes -= connection.active?.writableLength ?? 0
      close(connection, isLate ? 'write_timeout' : 'unread_bytes')
    }
  }

  return {
    metrics: connectionMetrics(() => ({ open: open.size, ...unreadOf(open.values()) })),

    attach(server: Server, handle: RequestListener): void {
      server.on('connection', accept)
      server.on('request', (req: IncomingMessage, res: ServerResponse) =>
        enqueue(req.socket, { res, start: () => handle(req, res) }),
      )
      const timer = setInterval(sweep, Math.min(maxSweepMs, bounds.writeTimeoutMs)).unref()
      server.once('close', () => clearInterval(timer))
    },

    activeOn: (socket: Socket): ServerResponse | null => open.get(socket)?.active ?? null,

    /** Calls `start` when all requests received on the connection have their responses. */
    afterResponses: (socket: Socket, start: () => void): void => enqueue(socket, { res: null, start }),
  }
}

/** Of headers that are not complete, or of requests that wait. */
function arrivedOf({ socket, active, waiting, readBeforeActive, readBeforeNext }: Connection): number {
  if (waiting.length > 0) return socket.bytesRead - readBeforeActive
  return active === null ? socket.bytesRead - readBeforeNext : 0
}

function isReceiving({ active }: Connection): boolean {
  return active !== null && !active.req.complete && !active.headersSent
}

function unreadOf(connections: Iterable<Connection>): { unreadResponses: number; unreadBytes: number } {
  let unreadResponses = 0
  let unreadBytes = 0
  for (const { active } of connections) {
    if (!active?.writableEnded) continue
    unreadResponses++
    unreadBytes += active.writableLength
  }
  return { unreadResponses, unreadBytes }
}
