import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where programs obtained once are kept for every clone of this user: outside the repository, never shipped. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'gatehouse')
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Caches', 'gatehouse')
    : join(homedir(), '.cache', 'gatehouse')
}
