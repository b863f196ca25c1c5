import { expect } from 'chai'
import type { Collection } from 'mongoose'
import { behindProxy } from '../../testing/behind-proxy.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { logLines } from '../../testing/log-lines.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { openTestMongo } from '../../testing/test-mongo.ts'
import { hasCode } from '../errors/service-error.ts'
import { type Mongo, openMongo } from '../storage/mongo.ts'
import { claimNumber, type LeaseDocument, leaseMs, renew, workerNumbers } from './lease-store.ts'
import { snowflakes } from './snowflake.ts'
import { leaseWorker, type WorkerLease } from './worker-lease.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('leaseWorker', () => {
  const { log } = logLines()
  let store: TempStore
  let mongo: Mongo
  let collection: Collection<LeaseDocument>
  const leases: WorkerLease[] = []
  const lease = (clock = fakeClock()) => {
    const taken = leaseWorker({ collection, clock, log })
    leases.push(taken)
    return taken
  }
  before(async () => {
    store = tempStore()
    mongo = await openTestMongo(store)
    collection = mongo.connection.collection<LeaseDocument>('workers')
  })
  afterEach(async () => {
    await Promise.all(leases.splice(0).map((taken) => taken.close()))
    await collection.deleteMany({})
  })
  after(async () => {
    await mongo.close()
    await store.drop()
  })

  it('leases a different number to each holder', async () => {
    const holders = Array.from({ length: 20 }, () => lease())
    await Promise.all(holders.map(({ held }) => held))
    const numbers = holders.map((holder) => holder.worker())
    expect(new Set(numbers).size).to.equal(20)
    for (const number of numbers) expect(number).to.be.within(0, 1023)
  })

  it('leases different numbers when few are left', async () => {
    const expires_at = new Date(Date.now() + 60_000)
    const taken = Array.from({ length: workerNumbers - 3 }, (_, index) => ({
      _id: index,
      owner: 'other',
      expires_at,
    }))
    await collection.insertMany(taken)
    const clock = fakeClock()
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd'].map((owner) => claimNumber(collection, owner, clock)),
    )
    expect(claims.map((claim) => claim?.number).sort()).to.deep.equal([1021, 1022, 1023, undefined])
  })

  it('acquires an expired lease and no valid one', async () => {
    const clock = fakeClock()
    await collection.insertOne({ _id: 7, owner: 'gone', expires_at: new Date(Date.now() - 1) })
    expect(await renew(collection, 'me', 7, clock)).to.deep.equal({ number: 7, until: clock.now() + leaseMs })
    expect(await renew(collection, 'you', 7, clock)).to.equal(null)
    expect((await renew(collection, 'me', 7, clock))?.number).to.equal(7)
    expect((await collection.findOne({ _id: 7 }))?.expires_at.getTime()).to.be.closeTo(
      Date.now() + leaseMs,
      5000,
    )
  })

  it('allows no ids after the lease has expired', async () => {
    const clock = fakeClock()
    const holder = lease(clock)
    const next = snowflakes({ clock, worker: holder.worker })
    expect(hasCode(thrownBy(next), 'SERVICE_UNAVAILABLE')).to.equal(true)
    await holder.held
    expect(next()).to.match(/^\d+$/)
    clock.advance(leaseMs - 1)
    expect(next()).to.match(/^\d+$/)
    clock.advance(1)
    expect(holder.isHeld()).to.equal(false)
    expect(hasCode(thrownBy(next), 'SERVICE_UNAVAILABLE')).to.equal(true)
  })

  it('allows no ids after close, and does not release its number', async () => {
    const holder = lease()
    await holder.held
    const number = holder.worker()
    await holder.close()
    expect(hasCode(thrownBy(holder.worker), 'SERVICE_UNAVAILABLE')).to.equal(true)
    expect(await renew(collection, 'another', number, fakeClock())).to.equal(null)
  })

  it('leases a number once MongoDB is available', async () => {
    const proxy = await tcpProxy(store.mongodbUrl)
    proxy.cut()
    const url = behindProxy(store.mongodbUrl, proxy)
    const away = await openMongo({ url, database: store.database, log })
    const holder = leaseWorker({ collection: away.connection.collection<LeaseDocument>('workers'), log })
    expect(holder.isHeld()).to.equal(false)
    proxy.mend()
    await holder.held
    expect(holder.worker()).to.be.within(0, 1023)
    await holder.close()
    await away.close()
    await proxy.close()
  })
})
