import { expect } from 'chai'
import { mongo } from 'mongoose'
import { pino } from 'pino'
import { rejected } from '../testing/rejected.ts'
import { tempStore } from '../testing/temp-store.ts'
import { leaseWorker } from './worker-lease.ts'

const log = pino({ level: 'silent' })

describe('worker lease', () => {
  let store: Awaited<ReturnType<typeof tempStore>>
  let client: mongo.MongoClient
  let collection: mongo.Collection

  before(async () => {
    store = await tempStore()
    client = await mongo.MongoClient.connect(store.mongodbUrl)
    collection = client.db(store.database).collection('workers')
  })

  after(async () => {
    await client.close()
    await store.drop()
  })

  it('gives each of 50 holders a number of its own', async () => {
    const leases = await Promise.all(Array.from({ length: 50 }, () => leaseWorker({ collection, log })))
    const numbers = leases.map((lease) => lease.worker())
    expect(new Set(numbers).size).to.equal(50)
    for (const number of numbers) expect(number).to.be.within(0, 1023)
    await Promise.all(leases.map((lease) => lease.close()))
    expect(await collection.countDocuments()).to.equal(0)
  })

  it('takes over a number whose holder stopped renewing, and none before', async () => {
    const past = new Date(Date.now() - 1)
    const future = new Date(Date.now() + 60_000)
    const taken = Array.from({ length: 1024 }, (_, number) => ({
      _id: number as never, // numbers are ids here, unlike in the driver's default type
      owner: 'somebody',
      expiresAt: number === 77 ? past : future,
    }))
    await collection.insertMany(taken)
    const lease = await leaseWorker({ collection, log })
    expect(lease.worker()).to.equal(77)

    const late = await leaseWorker({ collection, log })
    expect(late.isHeld()).to.equal(false)
    const refused = await rejected(Promise.resolve().then(() => late.worker()))
    expect(refused.code).to.equal('SERVICE_UNAVAILABLE')
    await Promise.all([lease.close(), late.close()])
    await collection.deleteMany({})
  })

  it('makes no numbers while MongoDB is away', async () => {
    const away = new mongo.MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 50 })
    const lease = await leaseWorker({ collection: away.db('x').collection('workers'), log })
    expect(lease.isHeld()).to.equal(false)
    await lease.close()
    await away.close()
  })
})
