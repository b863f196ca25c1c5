import { mkdirSync } from 'node:fs'
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
}
type Config = { _id: string; version: number; members: [{ _id: number; host: string }] }
type Admin = ReturnType<mongoose.mongo.Db['admin']>

const setName = 'gatehouse'
/** Expiry and checkpoints take long in the hundreds of databases of tests. */
const withoutMaintenance = ['--setParameter', 'ttlMonitorEnabled=false', '--syncdelay', '300']
const notYetInitialized = 94
const alreadyInitialized = 23

/** A mongod on loopback, ready when it is the primary of its single-node replica set. */
export function mongodbProcess({ mongod, port, dataDir, logFile, persistent = true }: Options): ProcessSpec {
  mkdirSync(dataDir, { recursive: true })
  return {
    name: 'mongodb',
    command: mongod,
    args: [
      ...['--replSet', setName, '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dataDir],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256', '--nounixsocket'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...(persistent ? [] : withoutMaintenance),
    ],
    env: process.env,
    logFile,
    ready: (signal) => becomePrimary(port, persistent, signal),
    stopTimeoutMs: 30_000,
  }
}

/** The URL under which drivers find the primary of the set that listens on this port. */
export function replicaSetUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${setName}`
}

/** Makes the mongod on this port the primary of its set, also if the set had another port when its data was written. */
async function becomePrimary(port: number, persistent: boolean, signal: AbortSignal): Promise<void> {
  await until(() => accepts(port), { signal })
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
  try {
    const admin = client.db('admin').admin()
    const isPrimary = async () => {
      await configure(admin, `127.0.0.1:${port}`, persistent)
      return (await admin.command({ hello: 1 })).isWritablePrimary === true
    }
    await until(() => isPrimary().catch(falseIfEarly), { signal })
  } finally {
    await client.close()
  }
}

/**
 * A forced reconfiguration may close connections, its own among them. A mongod that restarts may report no configuration
 * before it has read the stored one, and then refuse to be initialized.
 */
function falseIfEarly(error: unknown): false {
  if (error instanceof mongoose.mongo.MongoNetworkError) return false
  if (error instanceof mongoose.mongo.MongoServerError && error.code === alreadyInitialized) return false
  throw error
}

async function configure(admin: Admin, host: string, persistent: boolean): Promise<void> {
  const config = await currentConfig(admin)
  if (!config) {
    // Writes wait for the journal only if it is needed, which halves their processor time.
    const set = { _id: setName, members: [{ _id: 0, host }], writeConcernMajorityJournalDefault: persistent }
    await admin.command({ replSetInitiate: set })
  } else if (config.members[0].host !== host) {
    config.members[0].host = host
    // A member that is not in its set's configuration accepts a new one only by force.
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1 }, force: true })
  }
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
