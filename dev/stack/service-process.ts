import { resolve } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { servicePlaceholder, tlsPathsOf } from '@gatehouse/admin/tls-paths'
import { imageEnv, memoryTable, nodeOptions } from '../manifests/memory-table.ts'
import type { ProcessSpec } from '../process/managed-process.ts'
import { until } from '../process/until.ts'
import type { Instance } from './instances.ts'
import type { ServicePorts } from './service-table.ts'

const answerWithinMs = 2_000
const storeUrls = ['GATEHOUSE_MONGODB_URL', 'GATEHOUSE_REDIS_URL'] as const

/** As in the pods: an idle service stays below 120 MB, and the young generation is still large enough. */
function memorySettings(service: string): NodeJS.ProcessEnv {
  const row = memoryTable[service]
  return { ...imageEnv, ...(row && { NODE_OPTIONS: nodeOptions(row) }) }
}

/** Emitted JavaScript as in production, the sources, or the sources with a restart after each change. */
export type RunFrom = 'dist' | 'source' | 'watch'

type Options = { ports: ServicePorts; env: NodeJS.ProcessEnv; runFrom: RunFrom; logFile: string }

/** One process of a service, ready when its `/health/ready` answers 200 and names no unavailable upstream. */
export function serviceProcess({ name, service }: Instance, options: Options): ProcessSpec {
  const { ports, env, runFrom, logFile } = options
  return {
    name,
    command: process.execPath,
    args: entryPoint(service.folder, 'main', runFrom),
    env: { ...memorySettings(service.name), ...ownSettings(service.name, env), ...listenSettings(ports) },
    logFile,
    ready: (signal) => untilReady(`http://127.0.0.1:${ports.ops}/health/ready`, signal),
  }
}

/** `{service}` in the paths of certificates and in the URLs of stores is replaced, there by the name of the user. */
export function ownSettings(service: string, env: NodeJS.ProcessEnv, user = service): NodeJS.ProcessEnv {
  const urls = storeUrls.map((name) => [name, env[name]?.replaceAll(servicePlaceholder, user)])
  return { ...env, ...Object.fromEntries(urls), ...tlsPathsOf(service, env) }
}

/** The arguments with which Node runs an entry point of a service. */
export function entryPoint(folder: string, entry: 'main' | 'migrate', runFrom: RunFrom): string[] {
  if (runFrom === 'dist') return [resolve(repositoryRoot, folder, 'dist', `${entry}.js`)]
  const isWatched = runFrom === 'watch' && entry === 'main'
  return [
    ...(isWatched ? ['--watch', '--watch-preserve-output'] : []),
    '--conditions=gatehouse-source',
    resolve(repositoryRoot, folder, 'src', `${entry}.ts`),
  ]
}

function listenSettings({ ops, grpc, http, avatars }: ServicePorts): Record<string, string> {
  return {
    GATEHOUSE_OPS_LISTEN: `127.0.0.1:${ops}`,
    GATEHOUSE_GRPC_LISTEN: `127.0.0.1:${grpc}`,
    ...(avatars === undefined ? {} : { GATEHOUSE_AVATARS_LISTEN: `127.0.0.1:${avatars}` }),
    ...(http === undefined ? {} : { GATEHOUSE_HTTP_LISTEN: `127.0.0.1:${http}` }),
  }
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  let lastAnswer = 'nothing'
  const isReady = async () => {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    lastAnswer = await response.text()
    // The gateway is ready without its upstreams, but the first requests need them.
    return response.ok && !lastAnswer.includes('unavailable')
  }
  try {
    // At first the process does not listen yet.
    await until(() => isReady().catch(() => false), { signal, everyMs: 40 })
  } catch (error) {
    throw new Error(`${url} last answered: ${lastAnswer}`, { cause: error })
  }
}
