import { ServerCredentials } from '@grpc/grpc-js'
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

/** Mutual TLS in which the handshake takes anybody and `authorizeCallers` decides each call. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls ? new MutualTls(tls) : ServerCredentials.createInsecure()
}
