import { ServerCredentials } from '@grpc/grpc-js'
import type { Tls } from '../process/tls.ts'

// ServerCredentials.createSsl() cannot request a client certificate without requiring one, and health checks have none.
class MutualTls extends ServerCredentials {
  constructor({ cert, key, ca }: Tls) {
    super({ requestCert: true, rejectUnauthorized: false }, { cert, key, ca, minVersion: 'TLSv1.2' })
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other
  }
}

/** Under mutual TLS the handshake accepts any client, and `authorizeCallers` rejects calls without an allowed certificate. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls ? new MutualTls(tls) : ServerCredentials.createInsecure()
}
