import type { Server } from 'node:http'
import { maxRequestSeconds } from '@gatehouse/service-kit/process/drain'

const graceMs = maxRequestSeconds * 1000

/** Waits for requests in flight, then closes all connections after the grace period. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}
