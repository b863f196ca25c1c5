import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { expect } from 'chai'
import {
  isReady,
  laptop,
  minute,
  newAccountId,
  type RunningService,
  signIn,
  startEarly,
  startService,
} from './running-service.ts'

describe('session-service while Redis is unavailable', () => {
  let endpoint: TcpProxy
  let service: RunningService
  beforeEach(async () => {
    endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    service = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
  })
  afterEach(async () => {
    await service.stop()
    await endpoint.close()
  })

  it('rejects every rpc with SERVICE_UNAVAILABLE at once', async () => {
    const ann = await signIn(service)
    endpoint.cut()
    const calls = () => [
      service.client.verify(ann),
      service.client.create({ accountId: ann.accountId, client: laptop, proofMethods: [] }),
      service.client.list(ann),
      service.client.revoke({ ...ann, idHashes: [ann.idHash] }),
      service.client.revokeToken(ann),
      service.client.revokeAll({ ...ann }),
      service.client.recordProof({ ...ann, methods: [1] }),
    ]
    for (const error of await withinMs(1000, () => Promise.all(calls().map(rejected)))) {
      expect(error.code).to.equal('SERVICE_UNAVAILABLE')
      expect(error.data).to.have.property('retry_after')
    }
    endpoint.mend()
  })

  it('rejects a malformed token as UNAUTHORIZED, without Redis', async () => {
    const { token } = await signIn(service)
    endpoint.cut()
    for (const text of [
      '',
      token.slice(0, -1),
      `${token}A`,
      `Bearer ${token}`,
      'x'.repeat(65_536),
      'gh_é',
      '\0',
    ]) {
      expect((await rejected(service.client.verify({ token: text }))).code).to.equal('UNAUTHORIZED')
    }
    endpoint.mend()
  })

  it('is not ready, and recovers by itself', async () => {
    const ann = await signIn(service)
    endpoint.cut()
    await until(async () => !(await isReady(service)))
    endpoint.mend()
    await until(() => isReady(service))
    expect((await service.client.verify(ann)).session).to.include({ idHash: ann.idHash })
  })

  it('answers within the command timeout if Redis is frozen', async () => {
    const ann = await signIn(service)
    endpoint.freeze()
    const [error, ready] = await Promise.all([rejected(service.client.verify(ann)), isReady(service)])
    expect(error.code).to.equal('SERVICE_UNAVAILABLE')
    expect(ready).to.equal(false)
    endpoint.cut()
    endpoint.mend()
    await until(() => isReady(service))
    await service.client.verify(ann)
  })

  it('stores the last use later', async () => {
    const ann = await signIn(service)
    service.clock.advance(minute)
    await service.client.verify(ann)
    endpoint.cut()
    await rejected(service.client.list(ann))
    endpoint.mend()
    await until(() => isReady(service))
    const [session] = (await service.client.list(ann)).sessions
    expect(session?.lastUsedAt).to.deep.equal(new Date(service.clock.now()))
  })

  it('starts, and is ready once Redis is available', async () => {
    endpoint.cut()
    const early = await startEarly({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
    const call = early.client.list({ accountId: newAccountId() })
    expect((await rejected(call)).code).to.equal('SERVICE_UNAVAILABLE')
    endpoint.mend()
    await until(() => isReady(early))
    await early.stop()
  })
})
