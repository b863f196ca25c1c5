import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, password } from './auth-harness.ts'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'

describe('limits of mails', () => {
  const { own, stored } = useMails({
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_INNER_LIMITS: JSON.stringify({
      'auth:register:address': { limit: 1000, window_seconds: 1 },
      'auth:register:address:daily': { limit: 1000, window_seconds: 1 },
    }),
  })
  const capped = async (kind: string) => {
    const text = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    return Number(new RegExp(`gatehouse_mails_capped_total{kind="${kind}"} (\\d+)`).exec(text)?.[1] ?? 0)
  }

  it('send five mails of one kind to one recipient in any hour', async () => {
    const suspend = async () => {
      await own.stack.admin.enableAccount({ id: own.id })
      await own.stack.admin.disableAccount({ id: own.id })
    }
    const mails = async () => (await stored()).filter(({ kind }) => kind === 'account_suspension').length
    for (let i = 0; i < 5; i++) {
      await suspend()
      own.stack.clock.advance(11 * minute)
    }
    await suspend()
    expect([await mails(), await capped('account_suspension')]).to.deep.equal([5, 1])
    own.stack.clock.advance(5 * minute)
    await suspend()
    await suspend()
    expect([await mails(), await capped('account_suspension')]).to.deep.equal([6, 2])
  })

  it('send five mails to reset a password in any hour, from any number of client addresses', async () => {
    const request = (number: number) =>
      own.stack.auth.requestPasswordReset({
        client: { ...client, address: `192.0.2.${number}` },
        email: own.email,
      })
    for (let number = 1; number <= 5; number++) {
      await request(number)
      own.stack.clock.advance(11 * minute)
    }
    await request(6)
    expect(await capped('password_reset')).to.equal(1)
    own.stack.clock.advance(5 * minute)
    await request(7)
    expect(await capped('password_reset')).to.equal(1)
  })

  it('send a hundred requested mails for one client address in any half an hour, whoever receives them', async () => {
    const request = (number: number) =>
      own.stack.auth.requestPasswordReset({ client, email: `capped-${number}@gatehouse.test` })
    const before = await capped('password_reset')
    own.stack.clock.advance(30 * minute)
    for (let number = 0; number < 100; number++) {
      await request(number)
      own.stack.clock.advance(minute / 5)
    }
    // Whether the address has an account, or its own limit is reached, makes no difference.
    for (const email of ['nobody@gatehouse.test', own.email, 'capped-1@gatehouse.test']) {
      const { code, data } = await rejected(own.stack.auth.requestPasswordReset({ client, email }))
      expect(code).to.equal('RATE_LIMITED')
      expect(data.retry_after).to.be.within(9.9 * 60, 10 * 60)
    }
    expect(await capped('password_reset')).to.equal(before + 3)
    own.stack.clock.advance(10 * minute)
    await request(26)
    expect(await capped('password_reset')).to.equal(before + 3)
  })

  it('count every spelling of a mailbox as one', async () => {
    own.stack.clock.advance(30 * minute)
    const before = await capped('password_reset')
    for (const [index, name] of [
      'capped',
      'cap.ped',
      'c.apped',
      'capped+1',
      'cappe.d+2',
      'Capped+3',
    ].entries())
      await own.stack.auth.requestPasswordReset({
        client: { ...client, address: `198.51.${index}.1` },
        email: `${name}@${index % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`,
      })
    expect(await capped('password_reset')).to.equal(before + 1)
  })

  it('count mails to addresses that are to be verified apart', async () => {
    const from = { ...client, address: '203.0.113.77' }
    for (let number = 0; number < 100; number++)
      await own.stack.register({ email: `unverified-${number}@gatehouse.test`, client: from })
    const further = own.stack.register({ email: 'unverified@gatehouse.test', client: from })
    expect((await rejected(further)).code).to.equal('RATE_LIMITED')
    expect(
      await own.stack.auth
        .login({ client, email: 'unverified@gatehouse.test', password })
        .catch(({ code }) => code),
    ).to.equal('INVALID_FORM_BODY')
    expect(await capped('verification')).to.equal(1)
    const before = await capped('password_reset')
    await own.stack.auth.requestPasswordReset({ client: from, email: own.email })
    expect(await capped('password_reset')).to.equal(before)
  })
})
