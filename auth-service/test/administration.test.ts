import { AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'

const minute = 60_000

describe('AuthAdmin', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  afterEach(() => {
    stack.sessions.beforeRevokeAll = async () => {}
  })
  const failRevoking = () => {
    stack.sessions.beforeRevokeAll = async () => {
      throw new ServiceError('INTERNAL_SERVER_ERROR')
    }
  }

  it('rejects unknown accounts with UNKNOWN_USER', async () => {
    const id = await stack.register({ email: 'gone@gatehouse.test' })
    await stack.admin.deleteAccount({ id })
    const { admin } = stack
    for (const call of [
      () => admin.findAccount({ email: 'nobody@gatehouse.test' }),
      () => admin.findAccount({ email: 'gone@gatehouse.test' }),
      () => admin.findAccount({ email: 'no address' }),
      () => admin.getAccount({ id: '1' }),
      ...[id, '', 'x'].flatMap((gone) => [
        () => admin.getAccount({ id: gone }),
        () => admin.disableAccount({ id: gone }),
        () => admin.enableAccount({ id: gone }),
        () => admin.deleteAccount({ id: gone }),
      ]),
    ]) {
      expect((await rejected(call())).code).to.equal('UNKNOWN_USER')
    }
  })

  it('finds an account by email in any letter case and returns no secret', async () => {
    const id = await stack.register({ email: 'Ann@bücher.example', password, username: 'Ann' })
    const { account } = await stack.admin.findAccount({ email: 'ANN@BÜCHER.example' })
    expect(account).to.include({ id, username: 'Ann', email: 'Ann@xn--bcher-kva.example', verified: false })
    expect(account?.status).to.equal(AccountStatus.ACTIVE)
    expect(JSON.stringify(account)).not.to.contain('argon2').and.not.to.contain('2000-02-29')
    expect((await stack.admin.getAccount({ id })).account).to.deep.equal(account)
  })

  it('suspends an account, ends its sessions and lifts the suspension, both idempotently', async () => {
    const email = 'shut@gatehouse.test'
    const id = await stack.register({ email, password })
    for (let twice = 0; twice < 2; twice++) {
      const { account } = await stack.admin.disableAccount({ id })
      expect(account?.status).to.equal(AccountStatus.DISABLED)
      expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: undefined })
    }
    await rejected(stack.auth.login({ client, email, password }))
    for (let twice = 0; twice < 2; twice++) {
      expect((await stack.admin.enableAccount({ id })).account?.status).to.equal(AccountStatus.ACTIVE)
    }
    await stack.auth.login({ client, email, password })
  })

  it('keeps an account suspended if its sessions could not be ended, until a retry or the sweeper ends them', async () => {
    for (const ending of [(id: string) => stack.admin.disableAccount({ id }), () => stack.pass(minute)]) {
      const id = await stack.register()
      failRevoking()
      expect((await rejected(stack.admin.disableAccount({ id }))).code).to.equal('SERVICE_UNAVAILABLE')
      expect((await rejected(stack.auth.getMe({ actor: actor(id) }))).code).to.equal('UNAUTHORIZED')
      stack.sessions.beforeRevokeAll = async () => {}
      await ending(id)
      expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: undefined })
      expect((await stack.accounts.findOne({ _id: id }))?.pendingRevocations).to.deep.equal([])
    }
  })

  it('ends all sessions of a suspended account even if a password change spared one meanwhile', async () => {
    const id = await stack.register({ email: 'both@gatehouse.test', password })
    let suspension: Promise<unknown> = Promise.resolve()
    stack.sessions.beforeRevokeAll = async () => {
      failRevoking()
      suspension = rejected(stack.admin.disableAccount({ id }))
      await suspension
      stack.sessions.beforeRevokeAll = async () => {}
    }
    const profile = { globalName: undefined, locale: undefined }
    await stack.updateMe({
      actor: actor(id),
      client,
      password,
      newPassword: 'amber-river-92',
      ...profile,
    })
    expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: 'hash' })
    await stack.pass(2 * minute)
    expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: undefined })
  })

  it('deletes everything but the id and frees the email', async () => {
    const email = 'leaving@gatehouse.test'
    const id = await stack.register({ email, password, username: 'Leaving', globalName: 'Leaving' })
    await stack.admin.deleteAccount({ id })
    expect(stack.sessions.revokedAll.at(-1)?.accountId).to.equal(id)
    expect(await stack.accounts.findOne({ _id: id })).to.deep.equal({
      _id: id,
      status: 'deleted',
      deletedAt: new Date(stack.clock.now()),
      anonymiseAt: new Date(stack.clock.now() + 60 * 60_000),
    })
    expect(await stack.audit.countDocuments({ accountId: id, address: { $ne: null } })).to.equal(0)
    expect(await stack.register({ email, password, username: 'Leaving' })).not.to.equal(id)
  })

  it('retries a deletion whose sessions could not be ended', async () => {
    const email = 'stuck@gatehouse.test'
    const id = await stack.register({ email, password })
    failRevoking()
    expect((await rejected(stack.admin.deleteAccount({ id }))).code).to.equal('SERVICE_UNAVAILABLE')
    expect((await rejected(stack.auth.login({ client, email, password }))).code).to.equal(
      'ACCOUNT_SUSPENDED_PERMANENTLY',
    )
    stack.sessions.beforeRevokeAll = async () => {}
    await stack.admin.deleteAccount({ id })
    expect((await stack.accounts.findOne({ _id: id }))?.email).to.equal(undefined)
  })
})
