import type { Identity } from '@gatehouse/proto/callers'
import { afterTest } from '@gatehouse/service-kit/testing/running-test'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

describe('a command that Redis denies', () => {
  const stack = openDevStack()
  let ann: TestAccount
  before(async () => {
    stack.network().expectRejections()
    ann = await stack.register('ann')
  })

  const signIn = () => stack.post('/auth/login', { body: { email: ann.email, password: ann.password } })
  const cases: [Identity, string[], () => ReturnType<typeof signIn>][] = [
    ['gateway', ['-eval', '-evalsha'], signIn],
    ['auth-service', ['-hset'], signIn],
    ['session-service', ['-hset'], signIn],
    ['session-service', ['-hget'], () => stack.get('/auth/sessions/current', { token: ann.token })],
    ['session-service', ['-del'], () => stack.post('/auth/handoff/initiate')],
  ]
  for (const [identity, rules, request] of cases) {
    it(`is 503 with Retry-After, not 500: ${identity} ${rules.join(' ')}`, async () => {
      const { changeRedisRights } = stack.network()
      const granted = rules.map((rule) => rule.replace('-', '+'))
      const isServed = async () => (await request()).status < 300
      expect(await isServed()).to.equal(true)
      await changeRedisRights(identity, ...rules)
      afterTest(changeRedisRights, () => changeRedisRights(identity, ...granted))
      // A session that is cached is valid for some seconds more.
      stack.network().clock.advance(60_000)
      const { status, body, headers } = await request()
      expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'SERVICE_UNAVAILABLE', '1'])
      await changeRedisRights(identity, ...granted)
      expect(await isServed()).to.equal(true)
    })
  }
})

describe('a service whose user of Redis lacks a right at its start', () => {
  const stack = openDevStack()

  it('is not ready, and becomes ready with the right', async () => {
    const { changeRedisRights, openGateway } = stack.network()
    await changeRedisRights('gateway', '-set')
    const second = await openGateway({ isReady: false })
    try {
      const ready = () => fetch(`http://${second.opsAddress}/health/ready`)
      const unready = await ready()
      expect([unready.status, await unready.json()]).to.deep.equal([
        503,
        { status: 'unready', waiting_for: ['redis_rights'] },
      ])
      await changeRedisRights('gateway', '+set')
      expect((await ready()).status).to.equal(200)
    } finally {
      await second.close()
    }
  })
})
