import { expect } from 'chai'
import { behindProxy } from '../../../testing/behind-proxy.ts'
import { logLines } from '../../../testing/log-lines.ts'
import { type TcpProxy, tcpProxy } from '../../../testing/tcp-proxy.ts'
import { type TempStore, tempStore } from '../../../testing/temp-store.ts'
import { until } from '../../../testing/wait-until.ts'
import { type Mongo, openMongo } from '../mongo.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  )

describe('migrate', () => {
  const { log, lines } = logLines()
  let store: TempStore
  let proxy: TcpProxy
  let mongo: Mongo
  let steps: string[] = []

  beforeEach(async () => {
    store = tempStore()
    proxy = await tcpProxy(store.mongodbUrl)
    steps = []
  })
  afterEach(async () => {
    await mongo.close()
    await proxy.close()
    await store.drop()
  })

  const connect = async () => {
    const url = behindProxy(store.mongodbUrl, proxy)
    mongo = await openMongo({ url, database: store.database, log, operationMs: 0 })
    return mongo.connection
  }
  const schema = (apply: Schema['apply']): Schema => ({ owner: 'mill', version: 1, oldestCode: 1, apply })
  const waits = (reason: RegExp) => () => lines.some((line) => reason.test(String(line.reason)))

  it('waits for MongoDB, at most for the given time', async () => {
    proxy.cut()
    const connection = await connect()
    const apply = schema(async () => void steps.push('applied'))
    const error = await failure(migrate({ connection, schema: apply, log, maxWaitMs: 0 }))
    expect(error).to.match(/^Not migrated within 0 s: /)

    const migrating = migrate({ connection, schema: apply, log, retryEveryMs: 20 })
    expect(steps).to.deep.equal([])
    proxy.mend()
    await migrating
    expect(steps).to.deep.equal(['applied'])
  })

  it('starts again when it loses MongoDB', async () => {
    const connection = await connect()
    const apply = schema(async (open) => {
      steps.push('started')
      if (steps.length > 1) return
      proxy.cut()
      await open.collection('things').insertOne({}).finally(proxy.mend)
    })
    await migrate({ connection, schema: apply, log, retryEveryMs: 20 })
    expect(steps).to.deep.equal(['started', 'started'])
  })

  it('does not repeat a migration that fails for another reason, and releases its lock', async () => {
    const connection = await connect()
    const failing = schema(async () => {
      throw new Error('index clash')
    })
    expect(await failure(migrate({ connection, schema: failing, log }))).to.equal('index clash')
    await migrate({ connection, schema: schema(async () => {}), log, maxWaitMs: 0 })
  })

  it('runs one migration at a time', async () => {
    const connection = await connect()
    let finishFirst = () => {}
    const first = migrate({
      connection,
      schema: schema(async () => {
        steps.push('first starts')
        await new Promise<void>((resolve) => {
          finishFirst = resolve
        })
        steps.push('first ends')
      }),
      log,
    })
    await until(() => steps.length === 1)
    const second = migrate({
      connection,
      schema: schema(async () => void steps.push('second')),
      log,
      retryEveryMs: 20,
    })
    await until(waits(/another migration/))
    finishFirst()
    await Promise.all([first, second])
    expect(steps).to.deep.equal(['first starts', 'first ends', 'second'])
  })

  it('completes an index build that takes longer than the operations of a service may', async () => {
    const connection = await connect()
    const things = connection.collection('things')
    await things.insertOne({ name: 'a' })
    const session = await connection.startSession()
    session.startTransaction()
    await things.insertOne({ name: 'b' }, { session })
    const migrating = migrate({
      connection,
      schema: schema(async () => void steps.push(await things.createIndex({ name: 1 }))),
      log,
    })
    // Both builds wait for the transaction.
    const service = await openMongo({
      url: store.mongodbUrl,
      database: store.database,
      log,
      operationMs: 300,
    })
    expect(await failure(service.connection.collection('things').createIndex({ size: 1 }))).to.match(
      /timed out/,
    )
    await service.close()
    expect(steps).to.deep.equal([])
    await session.abortTransaction()
    await session.endSession()
    await migrating
    expect(steps).to.deep.equal(['name_1'])
  })
})
