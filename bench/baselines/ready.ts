import type { Server } from 'node:http'

/** Sends the URL and a valid token of a baseline to the parent process, and ends with it. */
export function ready(server: Server, token: string): void {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A baseline listens on TCP.')
  process.once('disconnect', () => process.exit())
  process.send?.({ url: `http://127.0.0.1:${address.port}`, token })
}
