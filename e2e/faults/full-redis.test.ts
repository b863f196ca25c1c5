import { rest } from '@gatehouse/admin/rest'
import { redisNodes } from '@gatehouse/dev/testing/redis/redis-nodes'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { afterTest } from '@gatehouse/service-kit/testing/running-test'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { expect } from 'chai'
import { startNetwork } from '../network.ts'
import { tlsOf } from '../network-tls.ts'

type Network = Awaited<ReturnType<typeof startNetwork>>

const maxMemory = 4 * 1024 * 1024
const person = { email: 'ann@gatehouse.test', password: 'violet-anchor-1' }

describe('when Redis is full', () => {
  const nodes = redisNodes()
  let node: Awaited<ReturnType<typeof nodes.start>>
  let network: Network
  let token: string
  before(async () => {
    const port = await nodes.freePort()
    const lines = [`port ${port}`, 'save ""', `maxmemory ${maxMemory}`, 'maxmemory-policy noeviction']
    node = await nodes.start(port, lines, { password: '' })
    network = await startNetwork({
      settings: { GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${port}`, GATEHOUSE_REDIS_WAIT_REPLICAS: '0' },
    })
    const body = { ...person, consent: true, date_of_birth: '1990-01-01' }
    const registered = await request<{ token: string }>('POST', '/auth/register', { body })
    token = registered.body.token
  })
  after(async () => {
    await network?.close()
    await nodes.stop()
  })

  /** Below the used memory every write is rejected. Filling it up key by key could leave space for a small one. */
  const fill = async () => {
    afterTest(node, empty)
    await node.redis.config('SET', 'maxmemory', '1')
  }
  const empty = () => node.redis.config('SET', 'maxmemory', String(maxMemory))

  const request = <Body = { code: string; retry_after: number }>(
    ...[method, path, call]: [string, string, Parameters<typeof rest>[3]]
  ) => rest<Body>(network.urls.gateway, method, path, call)

  it('answers 503 with Retry-After on account routes until there is memory again', async () => {
    await fill()

    const newcomer = { email: 'bob@gatehouse.test', password: 'x'.repeat(12), consent: true }
    const rejections = [
      await request('POST', '/auth/login', { body: person }),
      await request('POST', '/auth/login', { body: { ...person, password: 'wrong password' } }),
      await request('POST', '/auth/register', { body: { ...newcomer, date_of_birth: '1990-01-01' } }),
      await request('POST', '/auth/handoff/initiate', { body: {} }),
      await request('GET', '/users/@me', { token }),
    ]
    for (const { status, body, headers } of rejections) {
      expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'SERVICE_UNAVAILABLE', '1'])
    }

    await empty()
    expect((await request('POST', '/auth/login', { body: person })).status).to.equal(200)
  })

  it('returns SERVICE_UNAVAILABLE from every service, also without rate limits at the gateway', async () => {
    const auth = testClient(AuthService, network.env.GATEHOUSE_AUTH_ADDR, { tls: tlsOf('gateway') })
    const client = { address: '192.0.2.7', userAgent: 'test', location: undefined }
    await fill()
    const calls = [
      () => network.clients.sessions.create({ accountId: '1', client, proofMethods: [] }),
      () => auth.login({ client, ...person }),
    ]
    for (const call of calls) expect((await rejected(call())).code).to.equal('SERVICE_UNAVAILABLE')
    await empty()
    auth.close()
  })
})
