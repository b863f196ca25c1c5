import type { Server } from 'node:http'

/** Tells the parent process where a baseline listens and which token it knows. */
export function ready(server: Server, token: string): void {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A baseline listens on TCP.')
  process.send?.({ url: `http://127.0.0.1:${address.port}`, token })
}
