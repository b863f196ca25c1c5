import { expect } from 'chai'
import { type AuthHarness, client, openAuthHarness, password } from './auth-harness.ts'

describe('Auth.Login above capacity', () => {
  /** Several, so that fewer attempts are in flight for one of them than lock a password. */
  const emails = ['ann', 'bob', 'eve', 'joe'].map((name) => `${name}@gatehouse.test`)
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness({
      GATEHOUSE_HASHING_SLOTS: '1',
      GATEHOUSE_HASHING_QUEUE_MS: '2000',
      GATEHOUSE_ARGON2_MEMORY_KIB: '19456',
      GATEHOUSE_ARGON2_PASSES: '2',
    })
    for (const each of emails) await stack.register({ email: each, password })
  })
  after(() => stack.close())

  const login = (address: string, index = 0) =>
    stack.auth.login({ client: { ...client, address }, email: emails[index % 4] ?? '', password })

  it('accepts some sign-ins, rejects the others immediately with a time to retry, and recovers', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => login('192.0.2.66', index))
    expect((await fetch(`http://${stack.ops}/health/ready`)).status).to.equal(200)
    const failed = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected')
    expect(failed.length).to.be.within(1, 299)
    for (const outcome of failed) {
      expect(outcome).to.have.nested.property('reason.code', 'SERVICE_UNAVAILABLE')
      expect(outcome).to.have.nested.property('reason.data.retry_after').that.is.at.least(1)
    }
    await login('192.0.2.66')
  })

  it('accepts sign-ins of other addresses while one address fills the queue', async () => {
    const flood = Promise.allSettled(Array.from({ length: 200 }, (_, index) => login('192.0.2.66', index)))
    await login('198.51.100.7')
    await login('2001:db8:1:2::7')
    await flood
  })

  it('counts rejections in its metrics', async () => {
    const text = await (await fetch(`http://${stack.ops}/metrics`)).text()
    expect(text).to.match(/^gatehouse_hashing_refused_total\{cause="full"\} [1-9]/m)
    expect(text).to.match(/^gatehouse_hashing_slots 1$/m)
    expect(text).to.match(/^gatehouse_hashing_memory_budget_bytes 19922944$/m)
    expect(text).to.match(/^gatehouse_hashing_wait_seconds_count [1-9]/m)
    expect(text).not.to.contain('192.0.2')
  })
})
