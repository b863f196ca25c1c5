import { createLogger } from '@gatehouse/service-kit/process/log'
import { type Mongo, openMongo } from '@gatehouse/service-kit/storage/mongo'
import { behindProxy } from '@gatehouse/service-kit/testing/behind-proxy'
import { tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { expect } from 'chai'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { type Transactions, transactions } from './transactions.ts'

describe('transactions', () => {
  let store: TempStore
  let mongo: Mongo
  let inTransaction: Transactions
  before(async () => {
    store = tempStore()
    mongo = await openTestMongo(store)
    inTransaction = transactions(mongo.connection)
    await counters().insertOne({ name: 'shared', count: 0 })
  })
  after(async () => {
    await mongo.close()
    await store.drop()
  })

  const counters = () => mongo.connection.collection('counters')
  const countOf = async (name: string) => (await counters().findOne({ name }))?.count

  it('retries after a write conflict, so that no update is lost', async () => {
    const increment = () =>
      inTransaction(async (session) => {
        const before = await counters().findOne({ name: 'shared' }, { session })
        await counters().updateOne({ name: 'shared' }, { $set: { count: before?.count + 1 } }, { session })
      })
    await Promise.all(Array.from({ length: 8 }, increment))
    expect(await countOf('shared')).to.equal(8)
  })

  it('stores nothing and rethrows the error if the work throws', async () => {
    const failure = new Error('the work failed')
    const outcome = await inTransaction(async (session) => {
      await counters().insertOne({ name: 'never', count: 1 }, { session })
      throw failure
    }).catch((error: unknown) => error)
    expect(outcome).to.equal(failure)
    expect(await countOf('never')).to.equal(undefined)
  })

  it('returns the result of the work', async () => {
    expect(await inTransaction(async () => 'done')).to.equal('done')
  })

  it('does not retry if the connection is lost during a bulk write', async () => {
    const proxy = await tcpProxy(store.mongodbUrl)
    const log = createLogger({ name: 'test', level: 'silent' })
    const url = behindProxy(store.mongodbUrl, proxy)
    const cutOff = await openMongo({ url, database: store.database, log })
    let attempts = 0
    const outcome = await transactions(cutOff.connection)(async (session) => {
      attempts += 1
      proxy.cut()
      await cutOff.connection.collection('counters').insertMany([{ name: 'a' }, { name: 'b' }], { session })
    }).catch((error: unknown) => error)
    expect(isStoreUnavailable(outcome), String(outcome)).to.equal(true)
    expect(attempts).to.equal(1)
    await cutOff.close()
    await proxy.close()
  })
})
