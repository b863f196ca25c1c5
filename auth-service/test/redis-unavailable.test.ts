import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'

const email = 'ann@gatehouse.test'

describe('auth-service without Redis', () => {
  let stack: AuthHarness
  let proxy: TcpProxy
  let id: string
  before(async () => {
    proxy = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    stack = await openAuthHarness({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${proxy.port}` })
    id = await stack.register({ email, password })
  })
  after(async () => {
    await stack.close()
    await proxy.close()
  })

  it('checks no password, creates no account, and recovers by itself', async () => {
    proxy.cut()
    const calls = [
      () => stack.auth.login({ client, email, password }),
      () => stack.auth.login({ client, email, password: 'wrong password' }),
      () => stack.auth.login({ client, email: 'nobody@gatehouse.test', password }),
      () => stack.auth.assertStepUp({ client, actor: actor(id), password }),
      () => stack.register({ email: 'bob@gatehouse.test', password }),
    ]
    const rejections = await Promise.all(calls.map((call) => rejected(call())))
    for (const { code, data } of rejections) {
      expect([code, data.retry_after]).to.deep.equal(['SERVICE_UNAVAILABLE', 1])
    }
    expect(await stack.accounts.countDocuments()).to.equal(1)
    // What needs no password goes on.
    expect((await stack.auth.getMe({ actor: actor(id) })).account?.email).to.equal(email)

    proxy.mend()
    await until(() => stack.auth.login({ client, email, password }))
    await stack.register({ email: 'bob@gatehouse.test', password })
  })
})
