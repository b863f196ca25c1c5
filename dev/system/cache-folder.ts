import { homedir } from 'node:os'
import { join } from 'node:path'

/** Programs obtained once, for every clone of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'gatehouse')
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Caches', 'gatehouse')
    : join(homedir(), '.cache', 'gatehouse')
}
