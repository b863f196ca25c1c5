import { join } from 'node:path'
import type { ProcessSpec } from '../process/managed-process.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import { assertMongodbAnswers, assertRedisAnswers } from '../stores/given-stores.ts'
import { installPrograms } from '../stores/install-programs.ts'
import { mailProcess } from '../stores/mail-process.ts'
import { acquireMongod } from '../stores/mongodb/acquire-mongod.ts'
import { mongodbProcess, replicaSetUrl } from '../stores/mongodb/mongodb-process.ts'
import { acquireRedis } from '../stores/redis/acquire-redis.ts'
import { redisProcess } from '../stores/redis/redis-process.ts'
import { portOf, storePorts, type WantedPorts } from './ports.ts'

type Options = {
  folder: string
  env: NodeJS.ProcessEnv
  ports: Record<string, number>
  group: Pick<ProcessGroup, 'start'>
  logFile: (name: string) => string
  say: (line: string) => void
  signal: AbortSignal
}

export type Stores = { mongodb: string; redis: string; mail: string; smtp: string }

const phase = 0

/** The default ports of the stores that the environment does not give. */
export function wantedStorePorts(env: NodeJS.ProcessEnv): WantedPorts {
  const { mongodb, redis, ...mail } = storePorts
  return {
    ...(env.GATEHOUSE_MONGODB_URL ? {} : { mongodb }),
    ...(env.GATEHOUSE_REDIS_URL ? {} : { redis }),
    ...mail,
  }
}

/** Starts MongoDB, Redis and the mail catcher side by side; a store that the environment gives is only checked. */
export async function startStores(options: Options): Promise<Stores> {
  const { env, group } = options
  await installPrograms({ mongodb: !env.GATEHOUSE_MONGODB_URL, redis: !env.GATEHOUSE_REDIS_URL }, options)
  const opens = [openMongodb, openRedis, startMail].map(
    (open) => (signal: AbortSignal) =>
      open({ ...options, signal }, (spec) => group.start(spec, phase, signal)),
  )
  const [mongodb = '', redis = '', mail = ''] = await runConcurrently(opens, options.signal)
  return { mongodb, redis, mail, smtp: `smtp://127.0.0.1:${portOf('mail.smtp', options.ports)}` }
}

type Start = (spec: ProcessSpec) => Promise<void>

async function openMongodb(
  { env, folder, ports, logFile, say, signal }: Options,
  start: Start,
): Promise<string> {
  if (env.GATEHOUSE_MONGODB_URL) {
    await assertMongodbAnswers(env.GATEHOUSE_MONGODB_URL)
    return env.GATEHOUSE_MONGODB_URL
  }
  const mongod = await acquireMongod({ say, signal })
  const port = portOf('mongodb', ports)
  const files = { dataDir: join(folder, 'mongodb'), logFile: logFile('mongodb') }
  await start(mongodbProcess({ mongod, port, ...files }))
  return replicaSetUrl(port)
}

async function openRedis(
  { env, folder, ports, logFile, say, signal }: Options,
  start: Start,
): Promise<string> {
  if (env.GATEHOUSE_REDIS_URL) {
    await assertRedisAnswers(env)
    return env.GATEHOUSE_REDIS_URL
  }
  const redisServer = await acquireRedis({ say, signal })
  const port = portOf('redis', ports)
  const files = { dataDir: join(folder, 'redis'), logFile: logFile('redis') }
  await start(redisProcess({ redisServer, port, ...files, persistent: true }))
  return `redis://127.0.0.1:${port}`
}

async function startMail({ folder, ports, logFile }: Options, start: Start): Promise<string> {
  const [webPort, smtpPort] = [portOf('mail.web', ports), portOf('mail.smtp', ports)]
  const files = { dataDir: join(folder, 'mail'), logFile: logFile('mail') }
  await start(mailProcess({ webPort, smtpPort, ...files }))
  return `http://localhost:${webPort}`
}
