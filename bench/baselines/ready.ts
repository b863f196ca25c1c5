import type { Server } from 'node:http'

/** Sends the URL and a valid token of a baseline to the parent process, and ends with it. */
export function ready(
  server: Server,
  token = '',
  pids: Record<string, number> = { process: process.pid },
): void {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A baseline listens on TCP.')
  sendReady({ url: `http://127.0.0.1:${address.port}`, token, pids })
}

/** The same for a part of a baseline, whose URL only the part before it calls. */
export function sendReady(message: { url: string; token: string; pids: Record<string, number> }): void {
  process.once('disconnect', () => process.exit())
  process.send?.(message)
}
