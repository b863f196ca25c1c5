import { expect } from 'chai'
import { Schema } from 'mongoose'
import { countedCommands } from '../../testing/counted-commands.ts'
import { failureOf, useMongo } from '../../testing/opened-stores.ts'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import { ensureIndexes } from './ensure-indexes.ts'

const thing = new Schema<{ name: string }>({
  name: { type: String, required: true, index: { unique: true } },
})

describe('openMongo', () => {
  const { store, open } = useMongo()

  it('creates collections and indexes only in a migration', async () => {
    const { connection, isReady } = await open(store().mongodbUrl)
    expect(isReady()).to.equal(true)
    const Thing = connection.model('Thing', thing)
    expect(await connection.listCollections()).to.deep.equal([])
    await ensureIndexes([Thing])
    await ensureIndexes([Thing])
    expect(Object.keys(await Thing.collection.indexInformation())).to.include('name_1')
    await Thing.create({ name: 'a' })
    expect(isStoreUnavailable(await failureOf(Thing.create({ name: 'a' })))).to.equal(false)
  })

  it('measures commands and failures', async () => {
    const { connection } = await open(store().mongodbUrl)
    const counted = await countedCommands(async () => {
      await connection.collection('measured').insertOne({ name: 'a' })
      await failureOf(connection.collection('measured').findOne({ $nothing: 1 }))
    })
    expect(counted).to.include({ 'insert ok': 1, 'find error': 1 })
  })

  it('never treats an object in a filter as an operator', async () => {
    const { connection } = await open(store().mongodbUrl)
    const Thing = connection.model('Thing', thing)
    const operator: unknown = { $ne: null }
    expect(await failureOf(Thing.findOne({ name: operator as string }))).to.have.property('name', 'CastError')
  })
})
