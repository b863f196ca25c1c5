import { AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password, problems } from './auth-harness.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
let people = 0

describe('life cycle of an account', () => {
  let stack: AuthHarness
  let id: string
  let email: string
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  beforeEach(async () => {
    people += 1
    email = `life-${people}@gatehouse.test`
    id = await stack.register({ email, password, username: `Life_${people}`, globalName: 'Life' })
  })
  afterEach(() => {
    stack.sessions.beforeRevokeAll = async () => {}
    stack.sessions.beforeCreate = async () => {}
  })

  const proved = () => ({ actor: actor(id, stack.clock.now()), client })
  const login = (word = password) => stack.auth.login({ client, email, password: word })
  const loginRefusal = (word?: string) => rejected(login(word))
  const status = async () => (await stack.admin.getAccount({ id })).account?.status
  const isIn = async () => {
    const outcome = await stack.auth.getMe({ actor: actor(id) }).catch((error: unknown) => error)
    return !(outcome instanceof ServiceError)
  }
  const lastAct = async (accountId = id) => {
    const [act] = await stack.audit
      .find({ accountId, type: { $nin: ['account.sign_in', 'account.step_up'] } })
      .sort({ _id: -1 })
      .toArray()
    return act && [act.type, act.detail]
  }
  const failRevoking = () => {
    stack.sessions.beforeRevokeAll = async () => {
      throw new ServiceError('INTERNAL_SERVER_ERROR')
    }
  }

  for (const verb of ['disableMe', 'deleteMe'] as const) {
    describe(`Auth.${capitalised(verb)}`, () => {
      it('requires a proof of identity', async () => {
        const stale = actor(id, stack.clock.now() - 5 * minute - 1)
        expect((await rejected(stack.auth[verb]({ actor: stale, client }))).code).to.equal(
          'SUDO_MODE_REQUIRED',
        )
        for (const caller of [stale, actor(id, stack.clock.now())]) {
          const refusal = await rejected(stack.auth[verb]({ actor: caller, client, password: 'wrong one' }))
          expect(problems(refusal)).to.deep.equal(['password:INVALID_PASSWORD'])
        }
        for (const caller of [undefined, actor('1')]) {
          expect((await rejected(stack.auth[verb]({ actor: caller, client }))).code).to.equal('UNAUTHORIZED')
        }
        expect(await status()).to.equal(AccountStatus.ACTIVE)
        await stack.auth[verb]({ actor: stale, client, password })
      })

      it('closes the account, ends its sessions, and reveals that to nobody without the password', async () => {
        await stack.auth[verb](proved())
        expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: '' })
        expect(await isIn()).to.equal(false)
        expect((await rejected(stack.auth[verb](proved()))).code).to.equal('UNAUTHORIZED')
        expect((await rejected(stack.auth.assertStepUp(proved()))).code).to.equal('UNAUTHORIZED')
        expect(problems(await loginRefusal('wrong one'))).to.deep.equal([
          'email:INVALID_EMAIL_OR_PASSWORD',
          'password:INVALID_EMAIL_OR_PASSWORD',
        ])
        const error = await rejected(
          stack.auth.register({ client, email, consent: true, dateOfBirth: '2000-01-01' }),
        )
        expect(problems(error)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
        expect((await stack.auth.getUsers({ ids: [id] })).users[0]?.username).to.equal(`Life_${people}`)
      })

      it('is undone by the next sign-in', async () => {
        await stack.auth[verb](proved())
        await login()
        expect(await isIn()).to.equal(true)
        const from = verb === 'disableMe' ? 'disable' : 'delete'
        expect(await lastAct()).to.deep.equal(['account.reopen', { from }])
        expect(await status()).to.equal(AccountStatus.ACTIVE)
        const kept = await stack.accounts.findOne({ _id: id })
        expect(kept).to.not.have.any.keys('closedAt', 'deletionDueAt', 'pendingRevocations')
        await stack.pass(15 * day)
        expect(await isIn()).to.equal(true)
      })

      it('ends the sessions later if that failed', async () => {
        failRevoking()
        expect((await rejected(stack.auth[verb](proved()))).code).to.equal('SERVICE_UNAVAILABLE')
        expect(await isIn()).to.equal(false)
        expect((await loginRefusal()).code, 'nobody comes in beside old sessions').to.equal(
          'SERVICE_UNAVAILABLE',
        )
        stack.sessions.beforeRevokeAll = async () => {}
        await stack.pass(2 * minute)
        expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: id, exceptIdHash: '' })
        expect((await stack.accounts.findOne({ _id: id }))?.pendingRevocations).to.deep.equal([])
      })

      it('takes effect once for concurrent requests', async () => {
        const outcomes = await Promise.allSettled([1, 2, 3].map(() => stack.auth[verb](proved())))
        const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).toSorted()
        expect(codes).to.deep.equal(['UNAUTHORIZED', 'UNAUTHORIZED', 'done'])
        const type = verb === 'disableMe' ? 'account.disable' : 'account.delete'
        expect(await stack.audit.countDocuments({ accountId: id, type })).to.equal(1)
      })
    })
  }

  it('rejects a session that was created while the account was closed', async () => {
    stack.sessions.beforeCreate = async () => {
      await stack.auth.disableMe(proved())
    }
    expect((await loginRefusal()).code).to.equal('SERVICE_UNAVAILABLE')
    expect(stack.sessions.revokedTokens.at(-1)).to.contain(id)
    stack.sessions.beforeCreate = async () => {}
    await login()
  })

  describe('after its deletion, an account', () => {
    beforeEach(() => stack.auth.deleteMe(proved()))

    it('exists for 14 days and no longer', async () => {
      const due = new Date(stack.clock.now() + 14 * day)
      expect(await lastAct()).to.deep.equal(['account.delete', { due: due.toISOString() }])
      await stack.pass(14 * day - 1)
      const record = (await stack.admin.getAccount({ id })).account
      expect([record?.status, record?.deletionDueAt]).to.deep.equal([AccountStatus.PENDING_DELETION, due])
      await stack.pass(1)
      expect((await rejected(stack.admin.getAccount({ id }))).code).to.equal('UNKNOWN_USER')
    })

    it('leaves nothing but its id', async () => {
      stack.guilds.redeemed.splice(0)
      await stack.pass(14 * day)
      const deletedAt = new Date(stack.clock.now())
      const anonymiseAt = new Date(stack.clock.now() + hour)
      const tombstone = { _id: id, status: 'deleted', deletedAt }
      expect(await stack.accounts.findOne({ _id: id })).to.deep.equal({ ...tombstone, anonymiseAt })
      const records = await stack.audit.find({ accountId: id }).sort({ _id: 1 }).toArray()
      expect(records.map(({ type }) => type)).to.deep.equal([
        'account.registration',
        'account.delete',
        'account.erase',
      ])
      await stack.pass(hour)
      expect(await stack.accounts.findOne({ _id: id })).to.deep.equal(tombstone)
      const erased = await stack.audit.findOne({ accountId: id, type: 'account.erase' })
      expect(erased?.detail, 'also after another sweep').to.deep.equal({ by: 'owner' })
      for (const { address, clientInfo, sessionIdHash } of records) {
        expect([address, clientInfo, sessionIdHash]).to.deep.equal([null, null, null])
      }
      expect(JSON.stringify(records)).to.not.contain('192.0.2.').and.to.not.contain('Life')
      const [user] = (await stack.auth.getUsers({ ids: [id] })).users
      expect(user).to.include({ id, username: 'Deleted User', discriminator: '0000' })
      expect(problems(await loginRefusal())).to.have.length(2)
      const again = await stack.register({ email, password, username: `Life_${people}` })
      expect(again).to.not.equal(id)
      await login()
    })

    it('has its audit records anonymised that are added while it is erased', async () => {
      await stack.pass(14 * day)
      const late = { accountId: id, type: 'account.sign_in', address: '192.0.2.9', detail: { a: 'b' } }
      await stack.audit.insertOne({ _id: `late-${people}`, ...late } as never)
      await stack.pass(hour)
      expect(await stack.audit.findOne({ _id: `late-${people}` })).to.include({ address: null })
    })

    it('is erased although another one fails, which is retried with increasing delays', async () => {
      const stuck = await stack.register({ email: `stuck-${people}@gatehouse.test`, password })
      const due = new Date(stack.clock.now())
      await stack.accounts.updateOne({ _id: stuck }, { $set: { deletionDueAt: due } })
      const attempts = () =>
        stack.logged.lines.filter(({ task, account_id }) => task === 'erasure' && account_id === stuck).length
      await stack.refuseErasing(stuck)
      await stack.pass(14 * day)
      expect((await rejected(stack.admin.getAccount({ id }))).code).to.equal('UNKNOWN_USER')
      for (const [ms, count] of [
        [minute - 1, 1],
        [1, 2],
        [minute, 2],
        [minute, 3],
      ] as const) {
        await stack.pass(ms)
        expect(attempts(), `${ms} ms later`).to.equal(count)
      }
      const metrics = await (await fetch(`http://${stack.ops}/metrics`)).text()
      expect(metrics).to.match(/^gatehouse_account_sweep_failures_total\{task="erasure"\} [1-9]/m)
      await stack.refuseErasing('nobody')
      await stack.pass(hour)
      expect((await rejected(stack.admin.getAccount({ id: stuck }))).code).to.equal('UNKNOWN_USER')
    })

    it('has any number of audit records anonymised, in batches', async () => {
      const record = { accountId: id, type: 'account.sign_in', address: '192.0.2.9', detail: { a: 'b' } }
      const number = (index: number) => String(index).padStart(4, '0')
      await stack.audit.insertMany(
        Array.from({ length: 1201 }, (_, index) => ({
          _id: `many-${people}-${number(index)}`,
          ...record,
        })) as never[],
      )
      const updates = await stack.updatesWhile(() => stack.pass(14 * day))
      expect(await stack.audit.countDocuments({ accountId: id, address: { $ne: null } })).to.equal(0)
      expect(Math.max(...updates.map(({ nMatched }) => nMatched))).to.equal(500)
    })

    it('is not erased before its sessions ended', async () => {
      await stack.accounts.updateOne(
        { _id: id },
        { $set: { pendingRevocations: [{ id: 'left', since: new Date(stack.clock.now()) }] } },
      )
      failRevoking()
      await stack.pass(14 * day)
      expect(await status()).to.equal(AccountStatus.PENDING_DELETION)
      expect(stack.logged.lines.at(-1)).to.include({
        task: 'revocation',
        account_id: id,
        retry_in_ms: minute,
      })
      stack.sessions.beforeRevokeAll = async () => {}
      await stack.pass(minute)
      expect((await rejected(stack.admin.getAccount({ id }))).code).to.equal('UNKNOWN_USER')
    })

    it('is either erased or restored by a sign-in at the last moment', async () => {
      stack.clock.advance(14 * day)
      const [signedIn] = await Promise.allSettled([login(), stack.pass(1)])
      const isThere = (await stack.accounts.findOne({ _id: id }))?.status !== 'deleted'
      expect(isThere).to.equal(signedIn?.status === 'fulfilled')
    })

    it('is erased once by concurrent sweeps', async () => {
      stack.clock.advance(14 * day)
      await Promise.all([1, 2, 3, 4].map(stack.pass))
      expect(await stack.audit.countDocuments({ accountId: id, type: 'account.erase' })).to.equal(1)
    })

    it('is erased although an operator suspended it meanwhile', async () => {
      await stack.admin.disableAccount({ id })
      expect((await loginRefusal()).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
      await stack.pass(14 * day)
      expect((await rejected(stack.admin.getAccount({ id }))).code).to.equal('UNKNOWN_USER')
    })
  })

  describe('a suspended account', () => {
    it('is told of a permanent suspension only after the right password', async () => {
      await stack.admin.disableAccount({ id })
      expect(problems(await loginRefusal('wrong one'))).to.have.length(2)
      await stack.pass(1000 * day)
      expect((await loginRefusal()).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
      expect(await lastAct()).to.deep.equal(['account.status', { status: 'disabled' }])
    })

    it('is rejected until a temporary suspension ends', async () => {
      const until = new Date(stack.clock.now() + 7 * day)
      const { account } = await stack.admin.disableAccount({ id, seconds: String((7 * day) / 1000) })
      expect([account?.status, account?.disabledUntil]).to.deep.equal([AccountStatus.DISABLED, until])
      expect(stack.sessions.revokedAll.at(-1)?.accountId).to.equal(id)
      expect(problems(await loginRefusal('wrong one'))).to.have.length(2)
      expect((await loginRefusal()).code).to.equal('ACCOUNT_SUSPENDED_TEMPORARILY')
      expect(await isIn()).to.equal(false)
      stack.clock.advance(7 * day - 1)
      expect((await loginRefusal()).code).to.equal('ACCOUNT_SUSPENDED_TEMPORARILY')
      stack.clock.advance(1)
      expect(await status()).to.equal(AccountStatus.ACTIVE)
      await login()
      expect(await lastAct()).to.deep.equal(['account.reopen', { from: 'suspension' }])
      expect(await isIn()).to.equal(true)
    })

    it('is restored by an operator, unless its owner closed it', async () => {
      await stack.auth.deleteMe(proved())
      await stack.admin.disableAccount({ id, seconds: '60' })
      expect((await stack.admin.enableAccount({ id })).account?.status).to.equal(
        AccountStatus.PENDING_DELETION,
      )
      expect(await isIn()).to.equal(false)
      await login()
      expect(await status()).to.equal(AccountStatus.ACTIVE)
    })

    it('can be suspended for a second to a hundred years', async () => {
      for (const seconds of ['0', '-1', '3153600001', '9223372036854775807']) {
        const error = await rejected(stack.admin.disableAccount({ id, seconds }))
        expect(problems(error)).to.deep.equal(['seconds:NUMBER_OUT_OF_RANGE'])
      }
      expect(await status()).to.equal(AccountStatus.ACTIVE)
    })

    it('is suspended for longer or shorter by another suspension', async () => {
      await stack.admin.disableAccount({ id, seconds: '60' })
      const { account } = await stack.admin.disableAccount({ id })
      expect(account?.disabledUntil).to.equal(undefined)
      await stack.admin.disableAccount({ id, seconds: '60' })
      stack.clock.advance(minute)
      await login()
    })
  })

  it('grants and revokes the role of administrator, both idempotently', async () => {
    for (const administrator of [true, true, false, false]) {
      const { account } = await stack.admin.setAdministrator({ id, administrator })
      expect(account?.administrator).to.equal(administrator)
    }
    expect(await lastAct()).to.deep.equal(['account.role', { role: 'none' }])
    expect((await rejected(stack.admin.setAdministrator({ id: '1', administrator: true }))).code).to.equal(
      'UNKNOWN_USER',
    )
  })
})

function capitalised(verb: string): string {
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}
