import { expect } from 'chai'
import { Schema } from 'mongoose'
import { countedCommands } from '../../testing/counted-commands.ts'
import { logLines } from '../../testing/log-lines.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
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
})
