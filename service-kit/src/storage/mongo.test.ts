import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { Schema } from 'mongoose'
import { countedCommands } from '../../testing/counted-commands.ts'
import { logLines } from '../../testing/log-lines.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { until } from '../../testing/wait-until.ts'
import { ensureIndexes } from './ensure-indexes.ts'
import { type Mongo, openMongo } from './mongo.ts'
import { isStoreUnavailable } from './store-unavailable.ts'

const failure = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => null,
    (error: unknown) => error,
  )
const thing = new Schema<{ name: string }>({
  name: { type: String, required: true, index: { unique: true } },
})

describe('openMongo', () => {
  const { log } = logLines()
  let store: TempStore
  const opened: Mongo[] = []
  const open = async (url: string, database = store.database) => {
    const mongo = await openMongo({ url, database, log })
    opened.push(mongo)
    return mongo
  }
  before(() => {
    store = tempStore()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((mongo) => mongo.close()))
  })
  after(() => store.drop())

  it('creates collections and indexes only in a migration', async () => {
    const { connection, isReady } = await open(store.mongodbUrl)
    expect(isReady()).to.equal(true)
    const Thing = connection.model('Thing', thing)
    expect(await connection.listCollections()).to.deep.equal([])
    await ensureIndexes([Thing])
    await ensureIndexes([Thing])
    expect(Object.keys(await Thing.collection.indexInformation())).to.include('name_1')
    await Thing.create({ name: 'a' })
    expect(isStoreUnavailable(await failure(Thing.create({ name: 'a' })))).to.equal(false)
  })

  it('measures commands and failures', async () => {
    const { connection } = await open(store.mongodbUrl)
    const counted = await countedCommands(async () => {
      await connection.collection('measured').insertOne({ name: 'a' })
      await failure(connection.collection('measured').findOne({ $nothing: 1 }))
    })
    expect(counted).to.include({ 'insert ok': 1, 'find error': 1 })
  })

  it('never treats an object in a filter as an operator', async () => {
    const { connection } = await open(store.mongodbUrl)
    const Thing = connection.model('Thing', thing)
    const operator: unknown = { $ne: null }
    expect(await failure(Thing.findOne({ name: operator as string }))).to.have.property('name', 'CastError')
  })

  it('resolves without a server, and operations fail as unavailable', async () => {
    const started = performance.now()
    const mongo = await open('mongodb://127.0.0.1:1/')
    expect(mongo.isReady()).to.equal(false)
    expect(isStoreUnavailable(await failure(mongo.connection.model('Thing', thing).findOne({})))).to.equal(
      true,
    )
    expect(performance.now() - started).to.be.below(3000)
  })

  it('connects once MongoDB is up, fails within 3 s while it is down, and recovers afterwards', async () => {
    const proxy = await tcpProxy(store.mongodbUrl)
    proxy.cut()
    const mongo = await open(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`)
    expect(mongo.isReady()).to.equal(false)
    const Thing = mongo.connection.model('Thing', thing)

    proxy.mend()
    await until(() => mongo.isReady())
    expect(await Thing.findOne({ name: 'nobody' })).to.equal(null)

    proxy.cut()
    const started = performance.now()
    expect(isStoreUnavailable(await failure(Thing.findOne({})))).to.equal(true)
    expect(performance.now() - started).to.be.below(3000)

    proxy.mend()
    await until(async () => (await failure(Thing.findOne({}))) === null)
    await proxy.close()
  })

  it('fails within 4 s if MongoDB hangs', async () => {
    const proxy = await tcpProxy(store.mongodbUrl)
    const mongo = await open(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`)
    const Thing = mongo.connection.model('Thing', thing)
    await Thing.findOne({})
    proxy.freeze()
    const started = performance.now()
    const error = await failure(Thing.findOne({}))
    expect(isStoreUnavailable(error), String(error)).to.equal(true)
    expect(performance.now() - started).to.be.below(4500)
    await proxy.close()
  })

  it('resolves within 3 s if a host accepts connections and sends nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')
    const started = performance.now()
    await open(`mongodb://127.0.0.1:${address.port}/`)
    expect(performance.now() - started).to.be.below(3000)
    silent.close()
  })
})
