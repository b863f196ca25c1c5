import { driverConnection } from './driver-connection.ts'

/**
 * Ends commands whose socket is destroyed while they are written. The driver (7.8 and 7.9) waits for `drain`, which
 * such a socket never emits: the command never ends, and its connection is not returned to the pool. After
 * `drain`, the driver finds that the connection is closed; an error of `write` ends a command that starts later.
 */
export function endCommandsOfClosedSockets(): void {
  const { cleanup } = driverConnection
  driverConnection.cleanup = function (error) {
    cleanup.call(this, error)
    this.socket.write = () => {
      throw error
    }
    this.socket.emit('drain')
  }
}
