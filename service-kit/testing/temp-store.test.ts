import { expect } from 'chai'
import mongoose, { type Connection } from 'mongoose'
import type { Schema } from '../src/storage/schema/schema.ts'
import { migratedStore, type TempStore } from './temp-store.ts'

const schemaWithIndex = (): Schema => ({
  owner: 'mill',
  version: 1,
  oldestCode: 0,
  async apply(connection) {
    await connection.collection('things').createIndex({ name: 1 })
  },
})

describe('a migrated store', () => {
  let schema: Schema
  beforeEach(() => {
    schema = schemaWithIndex()
  })

  /** Drops a store after `use`, and returns its database. */
  async function used(use: (connection: Connection) => Promise<unknown>): Promise<string> {
    const store = await migratedStore(schema)
    await connected(store, use)
    await store.drop()
    return store.database
  }

  it('has the database of a dropped store, with the schema and no other data', async () => {
    const first = await used(async (connection) => {
      await connection.collection('things').insertOne({ name: 'a' })
      await connection.collection('others').insertOne({ name: 'b' })
    })
    const store = await migratedStore(schema)
    expect(store.database).to.equal(first)
    await connected(store, async (connection) => {
      const collections = (await connection.listCollections()).map(({ name }) => name)
      expect(collections).to.have.members(['things', 'schema_versions'])
      expect(await connection.collection('things').indexExists('name_1')).to.equal(true)
      expect(await connection.collection('things').countDocuments()).to.equal(0)
      expect(await connection.collection('schema_versions').countDocuments()).to.equal(1)
    })
    await store.drop()
  })

  it('records no queries, even if a failed test left the profiler on', async () => {
    await used(async (connection) => {
      await connection.db?.command({ profile: 2 })
      await connection.collection('things').findOne({ name: 'a' })
    })
    const store = await migratedStore(schema)
    await connected(store, async (connection) => {
      expect(await connection.db?.command({ profile: -1 })).to.include({ was: 0 })
    })
    await store.drop()
  })

  it('shares no database and no Redis prefix with one that is in use', async () => {
    const stores = [await migratedStore(schema), await migratedStore(schema)]
    expect(new Set(stores.map(({ database }) => database))).to.have.lengthOf(2)
    expect(new Set(stores.map(({ redisPrefix }) => redisPrefix))).to.have.lengthOf(2)
    await Promise.all(stores.map((store) => store.drop()))
  })

  const changes: Record<string, (connection: Connection) => Promise<unknown>> = {
    'an added index': (connection) => connection.collection('things').createIndex({ size: 1 }),
    'a dropped collection': (connection) => connection.dropCollection('things'),
    'a validator': async (connection) =>
      connection.db?.command({ collMod: 'things', validator: { name: 'a' } }),
    'another schema version': (connection) =>
      connection.collection('schema_versions').updateOne({}, { $set: { version: 2 } }),
  }
  for (const [change, make] of Object.entries(changes)) {
    it(`has a new database after ${change}`, async () => {
      const first = await used(make)
      expect(await used(async () => {})).not.to.equal(first)
    })
  }
})

async function connected(
  { mongodbUrl, database }: TempStore,
  use: (connection: Connection) => Promise<unknown>,
) {
  const connection = await mongoose.createConnection(mongodbUrl, { dbName: database }).asPromise()
  await use(connection).finally(() => connection.close())
}
