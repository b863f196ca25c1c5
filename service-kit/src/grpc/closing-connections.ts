import { createRequire } from 'node:module'

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
