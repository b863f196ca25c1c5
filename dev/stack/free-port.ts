import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Below the ports that Linux and macOS use for outgoing connections, which could otherwise take a port before its
 * process listens, or while a killed process is away.
 */
const range = { from: 20_000, to: 32_000 }
/** The processes that get a port listen sooner. */
const claimMs = 60_000

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A port that no other call on this machine returned within the last minute: whoever asked for it may not listen yet. */
export async function findFreePort(taken: Set<number> = new Set()): Promise<number> {
  const claims = join(tmpdir(), `gatehouse-ports-${userInfo().uid}`)
  mkdirSync(claims, { recursive: true })
  for (;;) {
    const port = randomInt(range.from, range.to)
    if (taken.has(port) || !claim(join(claims, String(port))) || !(await isFree(port))) continue
    taken.add(port)
    return port
  }
}

function claim(file: string): boolean {
  const claimedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - claimedAt < claimMs) return false
  rmSync(file, { force: true })
  try {
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
