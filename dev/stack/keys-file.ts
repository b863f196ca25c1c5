import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key ring of a development stack, created once: without it nothing encrypted earlier can be read. */
export function keysFile(folder: string): string {
  const file = join(folder, 'keys.json')
  if (!existsSync(file)) {
    const ring = { current: 'development-1', keys: { 'development-1': randomBytes(32).toString('base64') } }
    writeFileSync(file, JSON.stringify(ring), { mode: 0o600, flag: 'wx' })
  }
  return file
}
