import mongoose from 'mongoose'
import { until } from '../../process/until.ts'
import { accepts } from '../accepts.ts'

const setName = 'gatehouse'
const notYetInitialized = 94

type Config = { _id: string; version: number; members: [{ _id: number; host: string }] }
type Admin = ReturnType<mongoose.mongo.Db['admin']>

/** The arguments that make a mongod a member of our single-node replica set. */
export const replicaSetArguments = ['--replSet', setName]

/** The URL under which drivers find the primary of the set that listens on this port. */
export function replicaSetUrl(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${setName}`
}

/** Makes the mongod on this port the primary of a set of one, whatever port the set had when its data was written. */
export async function becomePrimary(port: number, signal: AbortSignal): Promise<void> {
  await until(() => accepts(port), { signal })
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`)
  try {
    const admin = client.db('admin').admin()
    const isPrimary = async () => {
      await configure(admin, `127.0.0.1:${port}`)
      return (await admin.command({ hello: 1 })).isWritablePrimary === true
    }
    await until(() => isPrimary().catch(falseWhenClosed), { signal })
  } finally {
    await client.close()
  }
}

/** A forced reconfiguration may close connections, its own among them. */
function falseWhenClosed(error: unknown): false {
  if (error instanceof mongoose.mongo.MongoNetworkError) return false
  throw error
}

async function configure(admin: Admin, host: string): Promise<void> {
  const config = await currentConfig(admin)
  if (!config) {
    await admin.command({
      replSetInitiate: { _id: setName, members: [{ _id: 0, host }] } satisfies Omit<Config, 'version'>,
    })
  } else if (config.members[0].host !== host) {
    config.members[0].host = host
    // A member that does not find itself in the set's configuration takes a new one by force only.
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
