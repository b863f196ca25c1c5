import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { servicePlaceholder } from '@gatehouse/admin/tls-paths'
import type { ProcessSpec } from '../process/managed-process.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import { assertMongodbAnswers, assertRedisAnswers } from '../stores/given-stores.ts'
import { installPrograms } from '../stores/install-programs.ts'
import { mailProcess } from '../stores/mail-process.ts'
import { acquireMongod } from '../stores/mongodb/acquire-mongod.ts'
import { mongodbProcess, replicaSetUrl } from '../stores/mongodb/mongodb-process.ts'
import { createMigrationUser, createServiceUser } from '../stores/mongodb/mongodb-users.ts'
import { acquireRedis } from '../stores/redis/acquire-redis.ts'
import { redisProcess } from '../stores/redis/redis-process.ts'
import { writeShippedUsers } from '../stores/redis/shipped-users.ts'
import { portOf, storePorts, type WantedPorts } from './ports.ts'

type Options = {
  folder: string
  env: NodeJS.ProcessEnv
  ports: Record<string, number>
  group: Pick<ProcessGroup, 'start'>
  logFile: (name: string) => string
  say: (line: string) => void
  signal: AbortSignal
  /** Whether every service has users of its own. */
  hasUsers: boolean
}

/** The URLs of the stores, for a user with all rights, and those of a service: `{service}` is its name. */
export type Stores = { mongodb: string; redis: string; mail: string; smtp: string; ofServices: StoreUrls }
type StoreUrls = { mongodb: string; redis: string }
type OpenStore = { url: string; ofServices: string }

const phase = 0
const rootName = 'root'

/** As in `k8s/`. */
const databases = { 'auth-service': 'gatehouse_auth', 'webhook-service': 'gatehouse_webhooks' }

/** The MongoDB user of the migration of a service. */
export const migrationUser = (service: string) => `${service}-migrations`

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
  const open =
    <Opened>(store: (options: Options, start: Start) => Promise<Opened>) =>
    (signal: AbortSignal) =>
      store({ ...options, signal }, (spec) => group.start(spec, phase, signal))
  const [mongodb, redis, mail] = await runConcurrently(
    [open(openMongodb), open(openRedis), open(startMail)],
    options.signal,
  )
  return {
    mongodb: mongodb.url,
    redis: redis.url,
    mail,
    smtp: `smtp://127.0.0.1:${portOf('mail.smtp', options.ports)}`,
    ofServices: { mongodb: mongodb.ofServices, redis: redis.ofServices },
  }
}

type Start = (spec: ProcessSpec) => Promise<void>

async function openMongodb(
  { env, folder, ports, logFile, say, signal, hasUsers }: Options,
  start: Start,
): Promise<OpenStore> {
  if (env.GATEHOUSE_MONGODB_URL) {
    await assertMongodbAnswers(env.GATEHOUSE_MONGODB_URL)
    return sameForAll(env.GATEHOUSE_MONGODB_URL)
  }
  const mongod = await acquireMongod({ say, signal })
  const port = portOf('mongodb', ports)
  const files = { dataDir: join(folder, 'mongodb'), logFile: logFile('mongodb') }
  const root = hasUsers ? { name: rootName, password: storePassword(folder) } : undefined
  await start(mongodbProcess({ mongod, port, ...files, root }))
  const url = replicaSetUrl(port, root)
  if (!root) return sameForAll(url)
  await createMongodbUsers(url, root.password, env.GATEHOUSE_MONGODB_DATABASE)
  return { url, ofServices: url.replace(`//${rootName}:`, `//${servicePlaceholder}:`) }
}

async function createMongodbUsers(
  url: string,
  password: string,
  givenDatabase: string | undefined,
): Promise<void> {
  for (const [name, ownDatabase] of Object.entries(databases)) {
    const database = givenDatabase ?? ownDatabase
    await createServiceUser(url, { name, password, database })
    await createMigrationUser(url, { name: migrationUser(name), password, database })
  }
}

async function openRedis(
  { env, folder, ports, logFile, say, signal, hasUsers }: Options,
  start: Start,
): Promise<OpenStore> {
  if (env.GATEHOUSE_REDIS_URL) {
    await assertRedisAnswers(env)
    return sameForAll(env.GATEHOUSE_REDIS_URL)
  }
  const redisServer = await acquireRedis({ say, signal })
  const port = portOf('redis', ports)
  const files = { dataDir: join(folder, 'redis'), logFile: logFile('redis') }
  const access = hasUsers ? redisAccess(folder, env) : null
  await start(redisProcess({ redisServer, port, ...files, persistent: true, access }))
  const urlOf = (user: string) => `redis://${access ? `${user}:${access.password}@` : ''}127.0.0.1:${port}`
  return { url: urlOf(rootName), ofServices: urlOf(servicePlaceholder) }
}

/** The users of `k8s/redis/users.acl`. */
function redisAccess(folder: string, env: NodeJS.ProcessEnv) {
  const [aclFile, password] = [join(folder, 'redis-users.acl'), storePassword(folder)]
  const hasTestClock = ['1', 'true'].includes(env.GATEHOUSE_TEST_CLOCK ?? '')
  writeShippedUsers(aclFile, {
    prefix: env.GATEHOUSE_REDIS_PREFIX ?? 'gatehouse:',
    passwordOf: () => password,
    root: { username: rootName, password },
    patterns: hasTestClock ? ['test-clock:*'] : [],
  })
  return { aclFile, username: rootName, password }
}

/** All users of a development stack have one, created once. */
function storePassword(folder: string): string {
  const file = join(folder, 'stores.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}

const sameForAll = (url: string): OpenStore => ({ url, ofServices: url })

async function startMail({ folder, ports, logFile }: Options, start: Start): Promise<string> {
  const [webPort, smtpPort] = [portOf('mail.web', ports), portOf('mail.smtp', ports)]
  const files = { dataDir: join(folder, 'mail'), logFile: logFile('mail') }
  await start(mailProcess({ webPort, smtpPort, ...files }))
  return `http://localhost:${webPort}`
}
