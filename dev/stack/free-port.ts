import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range from which Linux and macOS take the ports of outgoing connections, so that nobody slips in between
 * the finding of a port and its use, nor while a killed process is away.
 */
const range = { from: 20_000, to: 32_000 }

/** Whether a server could listen on this port of the loopback address now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A port that nothing uses now and that is not among those already taken; the answer is added to `taken`. */
export async function findFreePort(taken: Set<number> = new Set()): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to)
    if (taken.has(port) || !(await isFree(port))) continue
    taken.add(port)
    return port
  }
}
