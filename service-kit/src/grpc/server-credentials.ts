import {
  ResponderBuilder,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js'
import type { Tls } from './tls.ts'

// createSsl() offers "no client certificates" and "nobody without one", and health must answer those without one.
class MutualTls extends ServerCredentials {
  constructor({ cert, key, ca }: Tls) {
    super({ requestCert: true, rejectUnauthorized: false }, { cert, key, ca, minVersion: 'TLSv1.2' })
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other
  }
}

/** Mutual TLS in which the handshake takes anybody and `requireClientCertificate` decides each call. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls ? new MutualTls(tls) : ServerCredentials.createInsecure()
}

/**
 * Refuses every call but health without a verified client certificate (contract.md 6). Guarded by "refuses a client
 * without a certificate, but answers health" and "refuses a certificate of another authority".
 */
export const requireClientCertificate: ServerInterceptor = (method, call) => {
  if (method.path.startsWith('/grpc.health.v1.Health/')) return new ServerInterceptingCall(call)
  const listener = new ServerListenerBuilder()
    .withOnReceiveMetadata((metadata, next) => {
      // grpc-js names the peer's certificate only when Node verified it against our authority.
      if (call.getAuthContext().sslPeerCertificate) next(metadata)
      else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'A client certificate is required.' })
    })
    .build()
  return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build())
}
