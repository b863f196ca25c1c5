import { join } from 'node:path'
import type { ProcessSpec } from '../process/managed-process.ts'
import { together } from '../process/together.ts'
import { assertMongodbAnswers, assertRedisAnswers } from '../stores/given-stores.ts'
import { installPrograms } from '../stores/install-programs.ts'
import { mailProcess } from '../stores/mail-process.ts'
import { acquireMongod } from '../stores/mongodb/acquire-mongod.ts'
import { mongodbProcess } from '../stores/mongodb/mongodb-process.ts'
import { replicaSetUrl } from '../stores/mongodb/replica-set.ts'
import { acquireRedis } from '../stores/redis/acquire-redis.ts'
import { redisProcess } from '../stores/redis/redis-process.ts'
import { storePorts, type WantedPorts } from './ports.ts'

type Options = {
  folder: string
  env: NodeJS.ProcessEnv
  ports: Record<string, number>
  start: (spec: ProcessSpec, signal: AbortSignal) => Promise<void>
  logFile: (name: string) => string
  say: (line: string) => void
  signal: AbortSignal
}

/** Where the stores and the mail catcher are reached. */
export type Stores = { mongodb: string; redis: string; mail: string; smtp: string }

/** The ports of those stores that the environment does not give. */
export function wantedStorePorts(env: NodeJS.ProcessEnv): WantedPorts {
  const { mongodb, redis, ...mail } = storePorts
  return {
    ...(env.GATEHOUSE_MONGODB_URL ? {} : { mongodb }),
    ...(env.GATEHOUSE_REDIS_URL ? {} : { redis }),
    ...mail,
  }
}

/** Starts MongoDB, Redis and the mail catcher side by side; a store that the environment gives is only asked. */
export async function startStores(options: Options): Promise<Stores> {
  const { env } = options
  await installPrograms({ mongodb: !env.GATEHOUSE_MONGODB_URL, redis: !env.GATEHOUSE_REDIS_URL }, options)
  const [mongodb, redis, mail] = await together(
    [
      (signal) => openMongodb({ ...options, signal }),
      (signal) => openRedis({ ...options, signal }),
      (signal) => startMail({ ...options, signal }),
    ],
    options.signal,
  )
  return { mongodb, redis, ...mail }
}

async function openMongodb({ env, folder, ports, start, logFile, say, signal }: Options): Promise<string> {
  if (env.GATEHOUSE_MONGODB_URL) {
    await assertMongodbAnswers(env.GATEHOUSE_MONGODB_URL)
    return env.GATEHOUSE_MONGODB_URL
  }
  const mongod = await acquireMongod({ say, signal })
  const port = portOf('mongodb', ports)
  await start(
    mongodbProcess({ mongod, port, dataDir: join(folder, 'mongodb'), logFile: logFile('mongodb') }),
    signal,
  )
  return replicaSetUrl(port)
}

async function openRedis({ env, folder, ports, start, logFile, say, signal }: Options): Promise<string> {
  if (env.GATEHOUSE_REDIS_URL) {
    await assertRedisAnswers(env)
    return env.GATEHOUSE_REDIS_URL
  }
  const redisServer = await acquireRedis({ say, signal })
  const port = portOf('redis', ports)
  const files = { dataDir: join(folder, 'redis'), logFile: logFile('redis') }
  await start(redisProcess({ redisServer, port, ...files, persistent: true }), signal)
  return `redis://127.0.0.1:${port}`
}

async function startMail({
  folder,
  ports,
  start,
  logFile,
  signal,
}: Options): Promise<{ mail: string; smtp: string }> {
  const [webPort, smtpPort] = [portOf('mail.web', ports), portOf('mail.smtp', ports)]
  await start(
    mailProcess({ webPort, smtpPort, dataDir: join(folder, 'mail'), logFile: logFile('mail') }),
    signal,
  )
  return { mail: `http://localhost:${webPort}`, smtp: `smtp://127.0.0.1:${smtpPort}` }
}

function portOf(name: string, ports: Record<string, number>): number {
  const port = ports[name]
  if (port === undefined) throw new Error(`no port was assigned to ${name}`)
  return port
}
