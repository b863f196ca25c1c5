import { ServerCredentials } from '@grpc/grpc-js'
import type { Tls } from './tls-files.ts'

type Watcher = Parameters<ServerCredentials['_addWatcher']>[0]

// ServerCredentials.createSsl() cannot request a client certificate without requiring one, and health checks have none.
class MutualTls extends ServerCredentials {
  readonly #tls: Tls
  #stopWatching: (() => void) | undefined

  constructor(tls: Tls) {
    super({ requestCert: true, rejectUnauthorized: false }, contextOptions(tls))
    this.#tls = tls
  }

  /** The server listens as long as it uses the credentials. */
  override _addWatcher(watcher: Watcher): void {
    super._addWatcher(watcher)
    this.#stopWatching ??= this.#tls.onChange?.(() =>
      this.updateSecureContextOptions(contextOptions(this.#tls)),
    )
  }

  override _removeWatcher(watcher: Watcher): void {
    super._removeWatcher(watcher)
    if (this.getWatcherCount() > 0) return
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other
  }
}

function contextOptions({ cert, key, ca }: Tls) {
  return { cert, key, ca, minVersion: 'TLSv1.2' as const }
}

/** Under mutual TLS the handshake accepts any client, and `authorizeCallers` rejects calls without an allowed certificate. */
export function serverCredentials(tls: Tls | null): ServerCredentials {
  return tls ? new MutualTls(tls) : ServerCredentials.createInsecure()
}
