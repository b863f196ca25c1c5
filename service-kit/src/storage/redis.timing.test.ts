import { expect } from 'chai'
import { failureOf, useRedis } from '../../testing/opened-stores.ts'
import { tcpProxy } from '../../testing/tcp-proxy.ts'
import { until } from '../../testing/wait-until.ts'
import { withinMs } from '../../testing/within-ms.ts'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'

describe('openRedis without a server that responds', () => {
  const { store, open } = useRedis()

  const nowhere = ['redis://127.0.0.1:1', 'redis+sentinel://127.0.0.1:1/main', 'redis+cluster://127.0.0.1:1']
  for (const url of nowhere) {
    it(`resolves without a server at ${url}, and commands fail at once as unavailable`, async () => {
      const { redis } = await open(url)
      expect(redis.status).not.to.equal('ready')
      expect(isStoreUnavailable(await withinMs(500, () => failureOf(redis.get('a'))))).to.equal(true)
    })
  }

  it('fails while Redis is down and recovers within a second afterwards', async () => {
    const proxy = await tcpProxy(store().redisUrl)
    const { redis } = await open(`redis://127.0.0.1:${proxy.port}`)
    await redis.get('a')
    proxy.cut()
    expect(isStoreUnavailable(await failureOf(redis.get('a')))).to.equal(true)
    expect(isStoreUnavailable(await failureOf(redis.get('a')))).to.equal(true)
    proxy.mend()
    await withinMs(1000, () => until(() => redis.status === 'ready'))
    expect(await failureOf(redis.get('a'))).to.equal(null)
    await proxy.close()
  })

  it('fails within 3 s if Redis hangs', async () => {
    const proxy = await tcpProxy(store().redisUrl)
    const { redis } = await open(`redis://127.0.0.1:${proxy.port}`)
    await redis.get('a')
    proxy.freeze()
    expect(isStoreUnavailable(await withinMs(3000, () => failureOf(redis.get('a'))))).to.equal(true)
    await proxy.close()
  })
})
