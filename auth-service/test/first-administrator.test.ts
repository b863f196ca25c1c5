import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, openAuthHarness, registration } from './auth-harness.ts'

describe('first administrator of an instance', () => {
  let stack: AuthHarness
  beforeEach(async () => {
    stack = await openAuthHarness()
  })
  afterEach(() => stack.close())

  const administrators = async () =>
    (await stack.accounts.find({ administrator: true }).toArray()).map(({ _id }) => _id)
  const isAdministrator = async (id: string) => (await stack.admin.getAccount({ id })).account?.administrator

  it('is the first account, as the event and operators see', async () => {
    const [first, second] = [await stack.register(), await stack.register()]
    expect([await isAdministrator(first), await isAdministrator(second)]).to.deep.equal([true, false])
    const roleOf = async (accountId: string) =>
      (await stack.audit.findOne({ type: 'account.registration', accountId }))?.detail.role
    expect([await roleOf(first), await roleOf(second)]).to.deep.equal(['administrator', undefined])
  })

  it('is one account, however many register at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => stack.register()))
    expect(new Set(ids).size).to.equal(50)
    expect(await administrators()).to.have.lengthOf(1)
  })

  it('is one account when several register the same email', async () => {
    const email = 'first@gatehouse.test'
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => stack.register({ email })))
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(made).to.have.lengthOf(1)
    expect(await administrators()).to.deep.equal(made)
  })

  it('is not an account whose registration failed', async () => {
    await rejected(stack.auth.register(registration({ username: 'everyone' })))
    await stack.sessions.makeUnavailable()
    await rejected(stack.auth.register(registration()))
    await stack.sessions.makeAvailable()
    expect(await administrators()).to.deep.equal([])
  })

  it('is not the next account after the first one was erased', async () => {
    await stack.admin.deleteAccount({ id: await stack.register() })
    expect(await isAdministrator(await stack.register())).to.equal(false)
  })

  it('is no registered account if accounts were imported before', async () => {
    await stack.accounts.insertOne({ _id: '1', status: 'active', username: 'imported' })
    const ids = [await stack.register(), await stack.register()]
    expect(await Promise.all(ids.map(isAdministrator))).to.deep.equal([false, false])
  })
})
