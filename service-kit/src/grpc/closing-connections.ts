import { constants, type Http2Server, type ServerHttp2Session } from 'node:http2'
import { createRequire } from 'node:module'
import type { Server, ServerCredentials } from '@grpc/grpc-js'

type Transport = { session: { closed: boolean }; maybeSendPing: () => void }
type Connector = { connect: (...parameters: unknown[]) => Promise<Transport> }

const { Http2SubchannelConnector } = createRequire(import.meta.url)('@grpc/grpc-js/build/src/transport.js')

/**
 * Sends no keepalive pings on a connection that the server is closing. Node sends none there, and grpc-js (1.14.7) takes
 * that for a failed ping and ends the calls that are still in flight. Their deadlines still apply.
 */
export function keepCallsOfClosingConnections(): void {
  const { prototype } = Http2SubchannelConnector as { prototype: Connector }
  const { connect } = prototype
  prototype.connect = async function (...parameters) {
    const transport = await connect.apply(this, parameters)
    const { maybeSendPing } = transport
    transport.maybeSendPing = () => {
      if (!transport.session.closed) maybeSendPing.call(transport)
    }
    return transport
  }
}

/** A client opens no stream on a connection once it has read GOAWAY, which takes a few milliseconds. */
const announcementMs = 300
const highestStreamId = 2 ** 31 - 1

/**
 * Makes a server announce that it closes a connection before it refuses new streams there (RFC 9113 section 6.8). grpc-js
 * (1.14.7) refuses them at once, and clients cannot repeat a refused call of which they have already sent more than 1 MiB.
 * Only a connection with calls in flight accepts more: nghttp2 reads no other connection after it has sent GOAWAY.
 */
export function announceClosing(server: Server): void {
  const internals = server as unknown as {
    createHttp2Server: (credentials: ServerCredentials) => Http2Server
  }
  const { createHttp2Server } = internals
  internals.createHttp2Server = (credentials) =>
    createHttp2Server.call(server, credentials).on('session', announceClosingOf)
}

function announceClosingOf(session: ServerHttp2Session): void {
  const close = session.close.bind(session)
  let isAnnounced = false
  session.close = (callback) => {
    if (callback) session.once('close', callback)
    if (isAnnounced || session.destroyed) return
    isAnnounced = true
    session.goaway(constants.NGHTTP2_NO_ERROR, highestStreamId)
    setTimeout(close, announcementMs).unref()
  }
}
