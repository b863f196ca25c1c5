import { aptInstall } from '../../system/apt-install.ts'
import { onPath } from '../../system/on-path.ts'

const programs = ['redis-server', 'valkey-server']

type AcquireOptions = {
  find?: (programs: string[]) => string | undefined
  install?: (packages: string[], signal?: AbortSignal) => Promise<void>
  say?: (line: string) => void
  signal?: AbortSignal
}

/** The path of a Redis or Valkey server, installed by apt when that is possible; rejects with the command to run. */
export async function acquireRedis(options: AcquireOptions = {}): Promise<string> {
  const { find = onPath, install = aptInstall, say = () => {}, signal } = options
  const present = find(programs)
  if (present) return present
  say('installing redis-server')
  try {
    await install(['redis-server'], signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(noRedis(error instanceof Error ? error.message : String(error)))
  }
  const installed = find(programs)
  if (!installed) throw new Error(noRedis('apt installed no redis-server'))
  return installed
}

function noRedis(reason: string): string {
  return [
    'No Redis could be found or obtained. Tried, in this order:',
    '  - GATEHOUSE_REDIS_URL: not set',
    '  - redis-server or valkey-server on PATH: not found',
    `  - apt-get install redis-server: ${reason}`,
    'The two simplest ways out:',
    '  1. sudo apt-get install -y redis-server   (macOS: brew install redis)',
    '  2. docker run -d -p 127.0.0.1:6379:6379 redis:7, and then GATEHOUSE_REDIS_URL=redis://127.0.0.1:6379',
  ].join('\n')
}
