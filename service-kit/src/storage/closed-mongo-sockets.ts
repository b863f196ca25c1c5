import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

type Connection = { socket: Socket; cleanup: (error: Error) => void }

const fromHere = createRequire(import.meta.url)
// The copy of the driver that mongoose uses.
const fromMongoose = createRequire(fromHere.resolve('mongoose'))

/**
 * Ends commands that were written to a destroyed socket. The driver (7.8 and 7.9) waits for `drain`, which such
 * a socket never emits, so the command would wait for ever and keep its place in the pool. After `drain`, the
 * driver sees that the connection is closed.
 */
export function endCommandsOfClosedSockets(): void {
  const { prototype } = fromMongoose('mongodb/lib/cmap/connection.js').Connection as { prototype: Connection }
  const { cleanup } = prototype
  prototype.cleanup = function (error) {
    cleanup.call(this, error)
    this.socket.write = () => {
      throw error
    }
    this.socket.emit('drain')
  }
}
