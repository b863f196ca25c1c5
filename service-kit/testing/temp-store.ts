import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import mongoose, { type Connection } from 'mongoose'
import { applySchema, type Schema } from '../src/storage/schema/schema.ts'

export type TempStore = {
  mongodbUrl: string
  database: string
  redisUrl: string
  redisPrefix: string
  drop(): Promise<void>
}

type Migrated = { database: string; layout: string; collections: string[] }

const released = new Map<Schema, Migrated[]>()

/** A store that is not migrated. */
export function tempStore(): TempStore {
  const database = freshName()
  return storeOn(database, () => withMongodb((connection) => dropDatabase(connection.useDb(database))))
}

/**
 * An empty store with this schema. Reuses the database of a dropped store if its collections and indexes are unchanged:
 * creating them takes 0.2 s of processor time.
 */
export async function migratedStore(schema: Schema): Promise<TempStore> {
  const databases = released.get(schema) ?? []
  released.set(schema, databases)
  const migrated = await withMongodb(async (connection) => {
    const old = databases.shift()
    return (old && (await emptied(connection, old))) ?? (await migrate(connection, schema))
  })
  const release = async () => {
    if (!databases.includes(migrated)) databases.push(migrated)
  }
  return storeOn(migrated.database, release)
}

function storeOn(database: string, releaseDatabase: () => Promise<void>): TempStore {
  const redisUrl = required('GATEHOUSE_TEST_REDIS_URL')
  const redisPrefix = `${freshName()}:`
  return {
    mongodbUrl: required('GATEHOUSE_TEST_MONGODB_URL'),
    database,
    redisUrl,
    redisPrefix,
    async drop() {
      await Promise.all([releaseDatabase(), dropKeys(redisUrl, redisPrefix)])
    },
  }
}

const freshName = () => `${required('GATEHOUSE_TEST_NAMES')}${randomBytes(8).toString('hex')}`

function required(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set. Run tests with mocha from the root: its fixture starts the stores.`)
  return value
}

async function withMongodb<Result>(use: (connection: Connection) => Promise<Result>): Promise<Result> {
  const url = required('GATEHOUSE_TEST_MONGODB_URL')
  const connection = await mongoose.createConnection(url, { autoCreate: false, autoIndex: false }).asPromise()
  return use(connection).finally(() => connection.close())
}

async function migrate(client: Connection, schema: Schema): Promise<Migrated> {
  const database = freshName()
  const connection = client.useDb(database)
  await applySchema(connection, schema)
  const collections = (await connection.listCollections()).map(({ name }) => name)
  return { database, collections, layout: await layoutOf(connection) }
}

/** Empties the database when it is used again, and not when it is released, when late writes may still arrive. */
async function emptied(client: Connection, migrated: Migrated): Promise<Migrated | undefined> {
  const connection = client.useDb(migrated.database)
  const { collections } = migrated
  // A test that failed may have left the profiler on.
  await connection.db?.command({ profile: 0 })
  const listed = await connection.listCollections()
  const added = listed.map(({ name }) => name).filter((name) => !collections.includes(name))
  await Promise.all(added.map((name) => connection.dropCollection(name)))
  if ((await layoutOf(connection)) !== migrated.layout) {
    await dropDatabase(connection)
    return undefined
  }
  const filled = collections.filter((name) => name !== versions)
  await Promise.all(
    filled.map(async (name) => {
      await connection.collection(name).deleteMany({})
      await connection.db?.command({ planCacheClear: name })
    }),
  )
  return migrated
}

const versions = 'schema_versions'

/** All collections with their options and indexes, and the stored schema version. */
async function layoutOf(connection: Connection): Promise<string> {
  const collections = (await connection.listCollections()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const indexes = await Promise.all(collections.map(({ name }) => connection.collection(name).indexes()))
  return JSON.stringify([collections, indexes, await connection.collection(versions).find().toArray()])
}

async function dropDatabase(connection: Connection): Promise<void> {
  // Does not wait for the journal, as the default write concern does for 0.1 s.
  await connection.db?.dropDatabase({ writeConcern: { w: 1 } })
}

export async function dropKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await redis.unlink(keys)
  }
  redis.disconnect()
}
