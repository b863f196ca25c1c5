import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type CloseCause, connectionMetrics, countClosed } from './connection-metrics.ts'

export type ConnectionBounds = {
  maxConnections: number
  /** For each connection: requests that wait behind the active one. */
  maxPipelined: number
  /** For the client to receive a complete response. */
  writeTimeoutMs: number
  /** Over all connections: requests whose body is still arriving. */
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
  startedAt: number
  /** When the active response was first seen complete but not received. */
  unreadSince: number | null
}

export type Connections = ReturnType<typeof clientConnections>

const maxSweepMs = 250

/** The requests of a connection run one after the other, so each connection has at most one response in memory. */
export function clientConnections(bounds: ConnectionBounds) {
  /** Ordered: the connections that are idle for the longest time come first. */
  const open = new Map<Socket, Connection>()

  function close({ socket }: Connection, cause: CloseCause): void {
    open.delete(socket)
    countClosed(cause)
    socket.resetAndDestroy()
  }

  function accept(socket: Socket): void {
    const connection: Connection = { socket, active: null, waiting: [], startedAt: 0, unreadSince: null }
    open.set(socket, connection)
    socket.once('close', () => open.delete(socket))
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
    if (connection.active === null) run(connection, turn)
    else if (connection.waiting.length >= bounds.maxPipelined) close(connection, 'pipelining')
    else {
      connection.waiting.push(turn)
      socket.pause()
    }
  }

  function run(connection: Connection, { res, start }: Turn): void {
    connection.active = res
    connection.startedAt = performance.now()
    connection.unreadSince = null
    res?.once('close', () => next(connection))
    start()
  }

  function next(connection: Connection): void {
    const { socket, waiting } = connection
    connection.active = null
    const turn = waiting.shift()
    if (waiting.length === 0) socket.resume()
    // A response without a socket follows one that closes the connection.
    if (turn && !socket.destroyed && turn.res?.socket !== null) run(connection, turn)
    else waiting.length = 0
    if (connection.active === null && open.delete(socket)) open.set(socket, connection)
  }

  function sweep(): void {
    closeSlowReaders(performance.now())
    const receiving = [...open.values()].filter(isReceiving)
    const oldestFirst = receiving.toSorted((a, b) => a.startedAt - b.startedAt)
    const excess = Math.max(0, receiving.length - bounds.maxReceiving)
    for (const connection of oldestFirst.slice(0, excess)) close(connection, 'receiving')
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
