import type { EventEmitter } from 'node:events'
import type { ServerHttp2Session } from 'node:http2'
import { createRequire } from 'node:module'
import type { Server } from '@grpc/grpc-js'

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

/**
 * Sends no GOAWAY for the maximum age of a connection that is already closing. grpc-js (1.14.7) sends it with the highest stream
 * id. Written together with the GOAWAY of `drain`, it would increase the last stream id, which is a protocol error (RFC 9113,
 * section 6.8): the client would end all calls of the connection. Call it when the server is bound.
 */
export function sendOneGoaway(server: Server): void {
  // Private: a grpc-js server has no event for its sessions.
  const { http2Servers } = server as unknown as { http2Servers: Map<EventEmitter, unknown> }
  for (const http2Server of http2Servers.keys())
    http2Server.on('session', (session: ServerHttp2Session) => {
      const { goaway } = session
      session.goaway = (code, lastStreamId, data) => {
        const isForAge = lastStreamId !== undefined
        if (!isForAge || !session.closed) goaway.call(session, code, lastStreamId, data)
      }
    })
}
