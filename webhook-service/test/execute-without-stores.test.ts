import { behindProxy } from '@gatehouse/service-kit/testing/behind-proxy'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { makeWebhook, post, readStream, type Target } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const testUrl = (name: string) => process.env[`GATEHOUSE_TEST_${name}_URL`] ?? ''

describe('Webhooks.Execute while a store is unavailable', () => {
  let redisProxy: TcpProxy
  let mongoProxy: TcpProxy
  let direct: Redis
  let service: StartedService
  let webhook: Target

  before(async () => {
    redisProxy = await tcpProxy(testUrl('REDIS'))
    mongoProxy = await tcpProxy(testUrl('MONGODB'))
    direct = new Redis(testUrl('REDIS'))
    service = await startService({
      redisUrl: `redis://127.0.0.1:${redisProxy.port}`,
      mongodbUrl: behindProxy(testUrl('MONGODB'), mongoProxy),
    })
    webhook = await makeWebhook(service)
  })
  after(async () => {
    redisProxy.mend()
    mongoProxy.mend()
    await service.close()
    direct.disconnect()
    await Promise.all([redisProxy.close(), mongoProxy.close()])
  })

  const say = (text: string) => post(service, { webhook, body: { text }, wait: true })

  it('continues without Redis under limits of the process, and publishes afterwards', async () => {
    redisProxy.cut()
    const responses = []
    for (let count = 0; count < 60; count += 1) responses.push(await say(`${count}`))
    expect(responses.at(-1)?.rateLimit).to.include({ bucket: 'webhook:execute', remaining: 0 })
    expect((await rejected(say('61'))).code).to.equal('RATE_LIMITED')
    redisProxy.mend()
    const entries = await readStream(direct, service.config.redisPrefix, 60)
    const contents = entries.map(({ message = '' }) => JSON.parse(message).content)
    expect(contents).to.deep.equal(responses.map((_, index) => `${index}`))
  })

  it('answers 503 without MongoDB, and recovers with it', async () => {
    service.clock.advance(60_000)
    mongoProxy.cut()
    const error = await rejected(say('lost'))
    expect(error).to.deep.include({ code: 'SERVICE_UNAVAILABLE', data: { retry_after: 1 } })
    mongoProxy.mend()
    let result = ''
    while (result !== 'rendered')
      result = await say('back').then(
        (response) => response.result,
        () => '',
      )
  })
})
