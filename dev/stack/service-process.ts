import { resolve } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { tlsPathsOf } from '@gatehouse/admin/tls-paths'
import type { ProcessSpec } from '../process/managed-process.ts'
import { until } from '../process/until.ts'
import type { Instance } from './instances.ts'
import type { ServicePorts, Surroundings } from './service-table.ts'

const answerWithinMs = 2_000

/** As the images set it: a service at rest stays below 120 MB, and the young generation is still large enough. */
const frugal = { NODE_OPTIONS: '--max-semi-space-size=4', MALLOC_ARENA_MAX: '2' }

/** Whether services run from emitted JavaScript, as in production, or from their sources. */
export type RunFrom = 'dist' | 'source'

type Options = {
  ports: ServicePorts
  around: Surroundings
  env: NodeJS.ProcessEnv
  runFrom: RunFrom
  logFile: string
}

/** One process of a service, ready when its `/health/ready` says so. */
export function serviceProcess({ name, service }: Instance, options: Options): ProcessSpec {
  const { ports, around, env, runFrom, logFile } = options
  return {
    name,
    command: process.execPath,
    args: entryPoint(service.package, 'main', runFrom),
    env: {
      ...frugal,
      ...env,
      ...tlsPathsOf(service.name, env),
      ...service.settings(around),
      ...listenSettings(ports),
    },
    logFile,
    ready: (signal) => answersReady(`http://127.0.0.1:${ports.ops}/health/ready`, signal),
  }
}

/** The arguments with which Node runs a package's entry point. */
export function entryPoint(folder: string, entry: 'main' | 'migrate', runFrom: RunFrom): string[] {
  return runFrom === 'dist'
    ? [resolve(repositoryRoot, folder, 'dist', `${entry}.js`)]
    : ['--conditions=gatehouse-source', resolve(repositoryRoot, folder, 'src', `${entry}.ts`)]
}

function listenSettings({ ops, grpc, http }: ServicePorts): Record<string, string> {
  return {
    GATEHOUSE_OPS_LISTEN: `127.0.0.1:${ops}`,
    ...(grpc === undefined ? {} : { GATEHOUSE_GRPC_LISTEN: `127.0.0.1:${grpc}` }),
    ...(http === undefined ? {} : { GATEHOUSE_HTTP_LISTEN: `127.0.0.1:${http}` }),
  }
}

async function answersReady(url: string, signal: AbortSignal): Promise<void> {
  let lastAnswer = 'nothing'
  const isReady = async () => {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    lastAnswer = await response.text()
    return response.ok
  }
  try {
    // Nothing listens yet at first, which is not worth a word.
    await until(() => isReady().catch(() => false), { signal, everyMs: 40 })
  } catch (error) {
    throw new Error(`${url} last said: ${lastAnswer}`, { cause: error })
  }
}
