import { type Mongo, openMongo } from '@gatehouse/service-kit/storage/mongo'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { expect } from 'chai'
import { findEach } from './find-each.ts'
import { insertEach } from './insert-each.ts'

describe('documents inserted together', () => {
  let store: TempStore
  let mongo: Mongo
  before(async () => {
    store = tempStore()
    mongo = await openMongo({ url: store.mongodbUrl, database: store.database, log: logLines().log })
  })
  after(async () => {
    await mongo.close()
    await store.drop()
  })

  const collectionOf = (name: string) =>
    mongo.connection.getClient().db(store.database).collection<{ _id: string; key: number }>(name)

  it('are told apart: stored, or there before', async () => {
    const collection = collectionOf('told-apart')
    await collection.createIndex({ key: 1 }, { unique: true })
    const insert = insertEach(collection)
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

  it('are found one by one, and null where there is none', async () => {
    const collection = collectionOf('found')
    const find = findEach(collection)
    await collection.insertOne({ _id: 'a', key: 1 })
    const found = await Promise.all([find('b'), find('a'), find('a')])
    expect(found).to.deep.equal([null, { _id: 'a', key: 1 }, { _id: 'a', key: 1 }])
  })
})
