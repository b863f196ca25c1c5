import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { Schema } from 'mongoose'
import { behindProxy } from '../../testing/behind-proxy.ts'
import { failureOf, useMongo } from '../../testing/opened-stores.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { until } from '../../testing/wait-until.ts'
import { startTimer, withinMs } from '../../testing/within-ms.ts'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'

const thing = new Schema<{ name: string }>({
  name: { type: String, required: true, index: { unique: true } },
})

describe('openMongo without a server that responds', () => {
  const { store, open } = useMongo()

  it('resolves without a server, and operations fail as unavailable', async () => {
    const timer = startTimer()
    const mongo = await open('mongodb://127.0.0.1:1/')
    expect(mongo.isReady()).to.equal(false)
    expect(isStoreUnavailable(await failureOf(mongo.connection.model('Thing', thing).findOne({})))).to.equal(
      true,
    )
    timer.assertBelow(3000)
  })

  it('connects once MongoDB is up, fails within 3 s while it is down, and recovers afterwards', async () => {
    const proxy = await tcpProxy(store().mongodbUrl)
    proxy.cut()
    const mongo = await open(behindProxy(store().mongodbUrl, proxy))
    expect(mongo.isReady()).to.equal(false)
    const Thing = mongo.connection.model('Thing', thing)

    proxy.mend()
    await until(() => mongo.isReady())
    expect(await Thing.findOne({ name: 'nobody' })).to.equal(null)

    proxy.cut()
    expect(isStoreUnavailable(await withinMs(3000, () => failureOf(Thing.findOne({}))))).to.equal(true)

    proxy.mend()
    await until(async () => (await failureOf(Thing.findOne({}))) === null)
    await proxy.close()
  })

  it('fails within 4 s if MongoDB hangs', async () => {
    const proxy = await tcpProxy(store().mongodbUrl)
    const mongo = await open(behindProxy(store().mongodbUrl, proxy))
    const Thing = mongo.connection.model('Thing', thing)
    await Thing.findOne({})
    proxy.freeze()
    const error = await withinMs(4500, () => failureOf(Thing.findOne({})))
    expect(isStoreUnavailable(error), String(error)).to.equal(true)
    await proxy.close()
  })

  it('resolves within 3 s if a host accepts connections and sends nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')
    await withinMs(3000, () => open(`mongodb://127.0.0.1:${address.port}/`))
    silent.close()
  })
})
