import type { Server } from 'node:http'

const graceMs = 5000

/** Takes no new connection, lets requests under way finish, then cuts off what is left. */
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
