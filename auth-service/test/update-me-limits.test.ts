import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'

const minute = 60_000

describe('Auth.UpdateMe with the limits of production', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness({ GATEHOUSE_LIMITS_SCALE: '1' })
  })
  after(() => stack.close())

  it('allows five changes of the username per hour and does not count rejected ones', async () => {
    const id = await stack.register()
    const rename = (username: string) => stack.updateMe({ actor: actor(id), client, username })
    for (let i = 0; i < 6; i++) await rejected(rename('a b'))
    for (let i = 0; i < 5; i++) await rename(`Name_${i}`)
    const error = await rejected(rename('Name_5'))
    expect([error.code, error.data.global]).to.deep.equal(['RATE_LIMITED', false])
    expect(error.data.retry_after).to.be.closeTo(720, 1)
    await rename('Name_4')
    await stack.updateMe({ actor: actor(id), client, globalName: 'Still' })
    stack.clock.advance(12 * minute)
    await rename('Name_5')
  })

  it('counts the email of a claim like that of a registration, with and without an account', async () => {
    await stack.register({ email: 'known@gatehouse.test', password })
    for (const email of ['known@gatehouse.test', 'unknown@gatehouse.test']) {
      stack.clock.advance(31 * minute)
      const guest = await stack.register()
      const claim = (word: string) =>
        stack.updateMe({ actor: actor(guest), client, username: 'no good', email, password: word })
      for (let i = 0; i < 5; i++) await rejected(claim('short'))
      for (let i = 0; i < 3; i++) expect((await rejected(claim(password))).code).to.equal('INVALID_FORM_BODY')
      expect((await rejected(claim(password))).code).to.equal('RATE_LIMITED')
    }
  })
})
