import { behindProxy } from '@gatehouse/service-kit/testing/behind-proxy'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'

describe('auth-service without MongoDB', () => {
  let stack: AuthHarness
  let proxy: TcpProxy
  let id: string
  before(async () => {
    proxy = await tcpProxy(process.env.GATEHOUSE_TEST_MONGODB_URL ?? '')
    stack = await openAuthHarness({
      GATEHOUSE_MONGODB_URL: behindProxy(process.env.GATEHOUSE_TEST_MONGODB_URL ?? '', proxy),
    })
    id = await until(() => stack.register({ email: 'ann@gatehouse.test', password }))
  })
  after(async () => {
    await stack.close()
    await proxy.close()
  })
  const readiness = async () => (await fetch(`http://${stack.ops}/health/ready`)).status

  it('fails with SERVICE_UNAVAILABLE, is not ready, and recovers by itself', async () => {
    expect(await readiness()).to.equal(200)
    proxy.cut()
    const calls = [
      () => stack.auth.login({ client, email: 'ann@gatehouse.test', password }),
      () => stack.auth.getMe({ actor: actor(id) }),
      () => stack.auth.getUsers({ ids: [id] }),
      () => stack.register({ email: 'bob@gatehouse.test', password }),
      () => stack.admin.getAccount({ id }),
    ]
    const rejections = await Promise.all(calls.map((call) => rejected(call())))
    expect(rejections.map(({ code }) => code)).to.deep.equal(calls.map(() => 'SERVICE_UNAVAILABLE'))
    await until(async () => expect(await readiness()).to.equal(503))

    proxy.mend()
    await until(() => stack.auth.login({ client, email: 'ann@gatehouse.test', password }))
    await until(async () => expect(await readiness()).to.equal(200))
  })
})
