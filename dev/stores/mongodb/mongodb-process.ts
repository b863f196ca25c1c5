import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mongoose from 'mongoose'
import type { ProcessSpec } from '../../process/managed-process.ts'
import { until } from '../../process/until.ts'
import { accepts } from '../accepts.ts'

type Options = {
  mongod: string
  port: number
  dataDir: string
  logFile: string
  /** Default: yes. Otherwise acknowledged writes may be lost if it crashes, and documents do not expire. */
  persistent?: boolean
  /** The user that may do everything. Without it, everybody may. */
  root?: RootUser | undefined
}

export type RootUser = { name: string; password: string }

type Config = { _id: string; version: number; members: [{ _id: number; host: string }] }
type Admin = ReturnType<mongoose.mongo.Db['admin']>

const setName = 'gatehouse'
/** Expiry and checkpoints take long in the hundreds of databases of tests. */
const withoutMaintenance = ['--setParameter', 'ttlMonitorEnabled=false', '--syncdelay', '300']
const notYetInitialized = 94
const alreadyInitialized = 23
const authenticationFailed = 18

/** A mongod on loopback, ready when it is the primary of its single-node replica set. */
export function mongodbProcess(options: Options): ProcessSpec {
  const { mongod, port, dataDir, logFile, persistent = true, root } = options
  mkdirSync(dataDir, { recursive: true })
  return {
    name: 'mongodb',
    command: mongod,
    args: [
      ...['--replSet', setName, '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dataDir],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256', '--nounixsocket'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...(persistent ? [] : withoutMaintenance),
      ...(root ? accessControl(dataDir) : []),
    ],
    env: process.env,
    logFile,
    ready: (signal) => becomePrimary({ port, persistent, root }, signal),
    stopTimeoutMs: 30_000,
  }
}

/** A replica set with users requires a key that its members share. Connections are many and short, so signing in is cheap. */
function accessControl(dataDir: string): string[] {
  const keyFile = join(dataDir, 'replica-set.key')
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(96).toString('base64'), { mode: 0o400 })
  return ['--keyFile', keyFile, '--setParameter', 'scramSHA256IterationCount=5000']
}

/** The URL under which drivers find the primary of the set that listens on this port. */
export function replicaSetUrl(port: number, user?: RootUser): string {
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=${setName}`
  return user ? withMongodbUser(url, user) : url
}

/** Users of all databases are in `admin`. */
export function withMongodbUser(mongodbUrl: string, { name, password }: RootUser): string {
  const url = new URL(mongodbUrl)
  url.username = name
  url.password = password
  url.searchParams.set('authSource', 'admin')
  return url.href
}

type Wanted = Required<Pick<Options, 'port' | 'persistent'>> & Pick<Options, 'root'>

/** Makes the mongod on this port the primary of its set, also if the set had another port when its data was written. */
async function becomePrimary({ port, persistent, root }: Wanted, signal: AbortSignal): Promise<void> {
  await until(() => accepts(port), { signal })
  const host = `127.0.0.1:${port}`
  if (root) await createRoot(root, { host, persistent }, signal)
  await asAdmin(directUrl(host, root), async (admin) => {
    const isPrimary = async () => {
      await configure(admin, host, persistent)
      return isWritable(admin)
    }
    await until(() => isPrimary().catch(falseIfEarly), { signal })
  })
}

/** The first user can be created without signing in, from this machine only. */
async function createRoot(
  root: RootUser,
  { host, persistent }: { host: string; persistent: boolean },
  signal: AbortSignal,
): Promise<void> {
  const isKnown = await asAdmin(directUrl(host, root), (admin) => admin.ping()).then(
    () => true,
    falseIf(authenticationFailed),
  )
  if (isKnown) return
  await asAdmin(directUrl(host), async (admin) => {
    await initiate(admin, host, persistent).catch(falseIf(alreadyInitialized))
    await until(() => isWritable(admin), { signal })
    await admin.command({ createUser: root.name, pwd: root.password, roles: ['root'] })
  })
}

async function asAdmin<Result>(url: string, use: (admin: Admin) => Promise<Result>): Promise<Result> {
  const client = new mongoose.mongo.MongoClient(url)
  return use(client.db('admin').admin()).finally(() => client.close())
}

function directUrl(host: string, user?: RootUser): string {
  const url = `mongodb://${host}/?directConnection=true`
  return user ? withMongodbUser(url, user) : url
}

async function isWritable(admin: Admin): Promise<boolean> {
  return (await admin.command({ hello: 1 })).isWritablePrimary === true
}

function falseIf(code: number) {
  return (error: unknown): false => {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === code) return false
    throw error
  }
}

/**
 * A forced reconfiguration may close connections, its own among them. A mongod that restarts may report no configuration
 * before it has read the stored one, and then cannot be initialized.
 */
function falseIfEarly(error: unknown): false {
  if (error instanceof mongoose.mongo.MongoNetworkError) return false
  return falseIf(alreadyInitialized)(error)
}

async function configure(admin: Admin, host: string, persistent: boolean): Promise<void> {
  const config = await currentConfig(admin)
  if (!config) {
    await initiate(admin, host, persistent)
  } else if (config.members[0].host !== host) {
    config.members[0].host = host
    // A member that is not in its set's configuration accepts a new one only by force.
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1 }, force: true })
  }
}

async function initiate(admin: Admin, host: string, persistent: boolean): Promise<void> {
  // Writes wait for the journal only if it is needed, which halves their processor time.
  const set = { _id: setName, members: [{ _id: 0, host }], writeConcernMajorityJournalDefault: persistent }
  await admin.command({ replSetInitiate: set })
}

async function currentConfig(admin: Admin): Promise<Config | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 })
    return config as Config
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === notYetInitialized) return undefined
    throw error
  }
}
