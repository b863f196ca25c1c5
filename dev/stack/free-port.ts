import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux and macOS use for outgoing connections, which could otherwise take a port before its
 * process listens, or while a killed process is away.
 */
const range = { from: 20_000, to: 32_000 }
/** Each process chooses from a part of the range, since processes that choose at the same time could find the same port free. */
const parts = 24
const partSize = (range.to - range.from) / parts
const firstPort = range.from + (process.pid % parts) * partSize
/** The last ports that this process chose: whoever asked for them may not listen yet. */
const recent = new Set<number>()
const maxRecent = partSize / 2

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

export async function findFreePort(taken: Set<number> = new Set()): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(partSize)
    if (taken.has(port) || recent.has(port)) continue
    recent.add(port)
    if (recent.size > maxRecent) recent.delete(recent.values().next().value ?? 0)
    if (!(await isFree(port))) continue
    taken.add(port)
    return port
  }
}
