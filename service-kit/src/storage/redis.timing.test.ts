import { expect } from 'chai'
import { logLines } from '../../testing/log-lines.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { type TempStore, tempStore } from '../../testing/temp-store.ts'
import { until } from '../../testing/wait-until.ts'
import { withinMs } from '../../testing/within-ms.ts'
import { type OpenedRedis, openRedis } from './redis.ts'
import { isStoreUnavailable } from './store-unavailable.ts'

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('openRedis without a server that responds', () => {
  const { log } = logLines()
  let store: TempStore
  const opened: OpenedRedis[] = []
  const open = async (url: string) => {
    const redis = await openRedis({ url, log })
    opened.push(redis)
    return redis
  }
  before(() => {
    store = tempStore()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((redis) => redis.close()))
  })
  after(() => store.drop())

  const nowhere = ['redis://127.0.0.1:1', 'redis+sentinel://127.0.0.1:1/main', 'redis+cluster://127.0.0.1:1']
  for (const url of nowhere) {
    it(`resolves without a server at ${url}, and commands fail at once as unavailable`, async () => {
      const { redis } = await open(url)
      expect(redis.status).not.to.equal('ready')
      expect(isStoreUnavailable(await withinMs(500, () => failure(redis.get('a'))))).to.equal(true)
    })
  }

  it('fails while Redis is down and recovers within a second afterwards', async () => {
    const proxy = await tcpProxy(store.redisUrl)
    const { redis } = await open(`redis://127.0.0.1:${proxy.port}`)
    await redis.get('a')
    proxy.cut()
    expect(isStoreUnavailable(await failure(redis.get('a')))).to.equal(true)
    expect(isStoreUnavailable(await failure(redis.get('a')))).to.equal(true)
    proxy.mend()
    await withinMs(1000, () => until(() => redis.status === 'ready'))
    expect(await failure(redis.get('a'))).to.equal(null)
    await proxy.close()
  })

  it('fails within 3 s if Redis hangs', async () => {
    const proxy = await tcpProxy(store.redisUrl)
    const { redis } = await open(`redis://127.0.0.1:${proxy.port}`)
    await redis.get('a')
    proxy.freeze()
    expect(isStoreUnavailable(await withinMs(3000, () => failure(redis.get('a'))))).to.equal(true)
    await proxy.close()
  })
})
