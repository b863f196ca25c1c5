import { expect } from 'chai'
import { behindProxy } from '../../testing/behind-proxy.ts'
import { logLines } from '../../testing/log-lines.ts'
import { type TcpProxy, tcpProxy } from '../../testing/tcp-proxy.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { type Mongo, openMongo } from './mongo.ts'
import { storeSeconds } from './store-metrics.ts'

describe('commands of MongoDB', () => {
  let store: TempStore
  let proxy: TcpProxy
  let mongo: Mongo
  const documents = () => mongo.connection.collection<{ _id: string; text?: string }>('documents')

  before(async () => {
    store = tempStore()
    proxy = await tcpProxy(store.mongodbUrl)
    const url = behindProxy(store.mongodbUrl, proxy)
    mongo = await openMongo({ url, database: store.database, log: logLines().log })
    await documents().findOne({ _id: 'a' })
  })
  after(async () => {
    await mongo.close()
    await proxy.close()
    await store.drop()
  })

  /** How many commands of each name and outcome are measured meanwhile. */
  async function measured(run: () => Promise<unknown>): Promise<Record<string, number>> {
    storeSeconds.reset()
    await run().catch(() => {})
    const { values } = await storeSeconds.get()
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
    return Object.fromEntries(
      counts
        .filter(({ labels }) => labels.store === 'mongodb')
        .map(({ labels, value }) => [`${labels.operation} ${labels.outcome}`, value]),
    )
  }

  for (const [name, run, expected] of [
    ['a read', () => documents().findOne({ _id: 'a' }), { 'find ok': 1 }],
    ['a read of many', () => documents().find({}).toArray(), { 'find ok': 1 }],
    [
      'an aggregation',
      () =>
        documents()
          .aggregate([{ $match: {} }])
          .toArray(),
      { 'aggregate ok': 1 },
    ],
    ['an insertion', () => documents().insertMany([{ _id: 'b' }, { _id: 'c' }]), { 'insert ok': 1 }],
    ['an insertion of what exists', () => documents().insertOne({ _id: 'b' }), { 'insert ok': 1 }],
    ['an update', () => documents().updateOne({ _id: 'b' }, { $set: { text: 'x' } }), { 'update ok': 1 }],
    ['a command', () => mongo.connection.db?.command({ ping: 1 }) ?? Promise.reject(), { 'ping ok': 1 }],
    [
      'a query that the server rejects',
      () => documents().findOne({ $nonsense: 1 } as never),
      { 'find error': 1 },
    ],
  ] as const) {
    it(`are measured by name and outcome: ${name}`, async () => {
      expect(await measured(run)).to.deep.equal(expected)
    })
  }

  it('are measured if the connection breaks, with each repetition, and no command of the driver itself is', async () => {
    const outcomes = await measured(async () => {
      proxy.cut()
      try {
        await documents().findOne({ _id: 'a' })
      } finally {
        proxy.mend()
      }
    })
    expect(outcomes['find error']).to.be.within(1, 2)
    expect(Object.keys(outcomes)).to.deep.equal(['find error'])
  })

  it('decode each document once', async () => {
    // With this option the driver decodes the response for its events, too.
    expect(mongo.connection.getClient().options.monitorCommands).to.equal(false)
  })
})
