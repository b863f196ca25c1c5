import { type Mongo, openMongo } from '@gatehouse/service-kit/storage/mongo'
import { behindProxy } from '@gatehouse/service-kit/testing/behind-proxy'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { expect } from 'chai'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { batchedFindById } from './batched-find-by-id.ts'
import { batchedInsert } from './batched-insert.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('batchedInsert and batchedFindById', () => {
  let store: TempStore
  let mongo: Mongo
  before(async () => {
    store = tempStore()
    mongo = await openTestMongo(store)
  })
  after(async () => {
    await mongo.close()
    await store.drop()
  })

  const collectionOf = (name: string) =>
    mongo.connection.getClient().db(store.database).collection<{ _id: string; key: number }>(name)

  it('returns true for a new document and false for an existing one', async () => {
    const collection = collectionOf('outcomes')
    await collection.createIndex({ key: 1 }, { unique: true })
    const insert = batchedInsert(collection)
    expect(await insert({ _id: 'a', key: 1 })).to.equal(true)
    const outcomes = await Promise.all([
      insert({ _id: 'b', key: 1 }),
      insert({ _id: 'c', key: 2 }),
      insert({ _id: 'd', key: 2 }),
      insert({ _id: 'e', key: 3 }),
    ])
    expect(outcomes).to.deep.equal([false, true, false, true])
    expect(await collection.countDocuments()).to.equal(3)
  })

  it('fails only the documents that MongoDB cannot store', async () => {
    const collection = collectionOf('validated')
    await collection.insertOne({ _id: 'a', key: 1 })
    await mongo.connection.db?.command({ collMod: 'validated', validator: { key: { $lt: 10 } } })
    const insert = batchedInsert(collection)
    const outcomes = await Promise.allSettled([
      insert({ _id: 'a', key: 1 }),
      insert({ _id: 'b', key: 99 }),
      insert({ _id: 'c', key: 2 }),
    ])
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).to.deep.equal([
      false,
      'failed',
      true,
    ])
    expect(await collection.countDocuments()).to.equal(2)
  })

  it('fails only the documents that the driver rejects', async () => {
    const collection = mongo.connection
      .getClient()
      .db(store.database)
      .collection<{ _id: string; text: string }>('large')
    const insert = batchedInsert(collection)
    const outcomes = await Promise.allSettled([
      insert({ _id: 'a', text: 'x'.repeat(17 * 1024 * 1024) }),
      insert({ _id: 'b', text: '' }),
    ])
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled'])
    expect(await collection.countDocuments()).to.equal(1)
  })

  it('reports neither new nor existing documents without the majority', async () => {
    const unconfirmed = mongo.connection
      .getClient()
      .db(store.database)
      .collection<{ _id: string; key: number }>('unconfirmed', { writeConcern: { w: 2, wtimeoutMS: 100 } })
    const insert = batchedInsert(unconfirmed)
    for (const attempt of ['first', 'duplicate']) {
      const error = await failure(insert({ _id: 'a', key: 1 }))
      expect(isStoreUnavailable(error), `${attempt}: ${error}`).to.equal(true)
    }
  })

  it('fails as unavailable while MongoDB is down or hangs', async () => {
    const proxy = await tcpProxy(store.mongodbUrl)
    const url = behindProxy(store.mongodbUrl, proxy)
    const cutOff = await openMongo({ url, database: store.database, log: logLines().log })
    const collection = cutOff.connection.getClient().db(store.database).collection<{ _id: string }>('cut-off')
    const insert = batchedInsert(collection)
    await insert({ _id: 'before' })
    const underWay = failure(insert({ _id: 'under way' }))
    proxy.cut()
    expect((await underWay) === null || isStoreUnavailable(await underWay), String(await underWay)).to.equal(
      true,
    )
    for (const id of ['at once', 'once the outage is known']) {
      const error = await failure(insert({ _id: id }))
      expect(isStoreUnavailable(error), `${id}: ${error}`).to.equal(true)
    }
    await cutOff.close()
    const error = await failure(insert({ _id: 'after the client was closed' }))
    expect(isStoreUnavailable(error), String(error)).to.equal(true)
    await proxy.close()
  })

  it('finds documents by id, and null for an unknown one', async () => {
    const collection = collectionOf('found')
    const find = batchedFindById(collection)
    await collection.insertOne({ _id: 'a', key: 1 })
    const found = await Promise.all([find('b'), find('a'), find('a')])
    expect(found).to.deep.equal([null, { _id: 'a', key: 1 }, { _id: 'a', key: 1 }])
  })
})
