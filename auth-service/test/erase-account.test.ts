import { AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { password, problems } from './auth-harness.ts'
import { day, hour, minute, useOwnAccount } from './own-account.ts'

describe('after its deletion, an account', () => {
  const { own, proved, login, loginRejection, status, lastEvent, failRevoking } = useOwnAccount()
  beforeEach(() => own.stack.auth.deleteMe(proved()))

  it('exists for 14 days and no longer', async () => {
    const due = new Date(own.stack.clock.now() + 14 * day)
    expect(await lastEvent()).to.deep.equal(['account.delete', { due: due.toISOString() }])
    await own.stack.pass(14 * day - 1)
    const record = (await own.stack.admin.getAccount({ id: own.id })).account
    expect([record?.status, record?.deletionDueAt]).to.deep.equal([AccountStatus.PENDING_DELETION, due])
    await own.stack.pass(1)
    expect((await rejected(own.stack.admin.getAccount({ id: own.id }))).code).to.equal('UNKNOWN_USER')
  })

  it('leaves nothing but its id', async () => {
    own.stack.guilds.redeemed.splice(0)
    await own.stack.pass(14 * day)
    const deletedAt = new Date(own.stack.clock.now())
    const anonymiseAt = new Date(own.stack.clock.now() + hour)
    const tombstone = { _id: own.id, status: 'deleted', deletedAt }
    expect(await own.stack.accounts.findOne({ _id: own.id })).to.deep.equal({ ...tombstone, anonymiseAt })
    const records = await own.stack.audit.find({ accountId: own.id }).sort({ _id: 1 }).toArray()
    expect(records.map(({ type }) => type)).to.deep.equal([
      'account.registration',
      'account.delete',
      'account.erase',
    ])
    await own.stack.pass(hour)
    expect(await own.stack.accounts.findOne({ _id: own.id })).to.deep.equal(tombstone)
    const erased = await own.stack.audit.findOne({ accountId: own.id, type: 'account.erase' })
    expect(erased?.detail, 'also after another sweep').to.deep.equal({ by: 'owner' })
    for (const { address, clientInfo, sessionIdHash } of records) {
      expect([address, clientInfo, sessionIdHash]).to.deep.equal([null, null, null])
    }
    expect(JSON.stringify(records)).to.not.contain('192.0.2.').and.to.not.contain('Life')
    const [user] = (await own.stack.auth.getUsers({ ids: [own.id] })).users
    expect(user).to.include({ id: own.id, username: 'Deleted User', discriminator: '0000' })
    expect(problems(await loginRejection())).to.have.length(2)
    const again = await own.stack.register({ email: own.email, password, username: `Life_${own.number}` })
    expect(again).to.not.equal(own.id)
    await login()
  })

  it('has its audit records anonymised that are added while it is erased', async () => {
    await own.stack.pass(14 * day)
    const late = { accountId: own.id, type: 'account.sign_in', address: '192.0.2.9', detail: { a: 'b' } }
    await own.stack.audit.insertOne({ _id: `late-${own.number}`, ...late } as never)
    await own.stack.pass(hour)
    expect(await own.stack.audit.findOne({ _id: `late-${own.number}` })).to.include({ address: null })
  })

  it('is erased although another one fails, which is retried with increasing delays', async () => {
    const stuck = await own.stack.register({ email: `stuck-${own.number}@gatehouse.test`, password })
    const due = new Date(own.stack.clock.now())
    await own.stack.accounts.updateOne({ _id: stuck }, { $set: { deletionDueAt: due } })
    const attempts = () =>
      own.stack.logged.lines.filter(({ task, account_id }) => task === 'erasure' && account_id === stuck)
        .length
    await own.stack.rejectErasing(stuck)
    await own.stack.pass(14 * day)
    expect((await rejected(own.stack.admin.getAccount({ id: own.id }))).code).to.equal('UNKNOWN_USER')
    for (const [ms, count] of [
      [minute - 1, 1],
      [1, 2],
      [minute, 2],
      [minute, 3],
    ] as const) {
      await own.stack.pass(ms)
      expect(attempts(), `${ms} ms later`).to.equal(count)
    }
    const metrics = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    expect(metrics).to.match(/^gatehouse_account_sweep_failures_total\{task="erasure"\} [1-9]/m)
    await own.stack.rejectErasing('nobody')
    await own.stack.pass(hour)
    expect((await rejected(own.stack.admin.getAccount({ id: stuck }))).code).to.equal('UNKNOWN_USER')
  })

  it('has any number of audit records anonymised, in batches', async () => {
    const record = { accountId: own.id, type: 'account.sign_in', address: '192.0.2.9', detail: { a: 'b' } }
    const number = (index: number) => String(index).padStart(4, '0')
    await own.stack.audit.insertMany(
      Array.from({ length: 1201 }, (_, index) => ({
        _id: `many-${own.number}-${number(index)}`,
        ...record,
      })) as never[],
    )
    const updates = await own.stack.updatesWhile(() => own.stack.pass(14 * day))
    expect(await own.stack.audit.countDocuments({ accountId: own.id, address: { $ne: null } })).to.equal(0)
    expect(Math.max(...updates.map(({ nMatched }) => nMatched))).to.equal(500)
  })

  it('is not erased before its sessions ended', async () => {
    await own.stack.accounts.updateOne(
      { _id: own.id },
      { $set: { pendingRevocations: [{ id: 'left', since: new Date(own.stack.clock.now()) }] } },
    )
    failRevoking()
    await own.stack.pass(14 * day)
    expect(await status()).to.equal(AccountStatus.PENDING_DELETION)
    expect(own.stack.logged.lines.at(-1)).to.include({
      task: 'revocation',
      account_id: own.id,
      retry_in_ms: minute,
    })
    own.stack.sessions.beforeRevokeAll = async () => {}
    await own.stack.pass(minute)
    expect((await rejected(own.stack.admin.getAccount({ id: own.id }))).code).to.equal('UNKNOWN_USER')
  })

  it('is either erased or restored by a sign-in at the last moment', async () => {
    own.stack.clock.advance(14 * day)
    const [signedIn] = await Promise.allSettled([login(), own.stack.pass(1)])
    const isThere = (await own.stack.accounts.findOne({ _id: own.id }))?.status !== 'deleted'
    expect(isThere).to.equal(signedIn?.status === 'fulfilled')
  })

  it('is erased once by concurrent sweeps', async () => {
    own.stack.clock.advance(14 * day)
    await Promise.all([1, 2, 3, 4].map(own.stack.pass))
    expect(await own.stack.audit.countDocuments({ accountId: own.id, type: 'account.erase' })).to.equal(1)
  })

  it('is erased although an operator suspended it meanwhile', async () => {
    await own.stack.admin.disableAccount({ id: own.id })
    expect((await loginRejection()).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
    await own.stack.pass(14 * day)
    expect((await rejected(own.stack.admin.getAccount({ id: own.id }))).code).to.equal('UNKNOWN_USER')
  })
})
