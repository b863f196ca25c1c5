import { AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { problems } from './auth-harness.ts'
import { day, minute, useOwnAccount } from './own-account.ts'

describe('administration of an account', () => {
  const { own, proved, login, loginRejection, status, isIn, lastEvent } = useOwnAccount()

  describe('a suspended account', () => {
    it('is told of a permanent suspension only after the right password', async () => {
      await own.stack.admin.disableAccount({ id: own.id })
      expect(problems(await loginRejection('wrong one'))).to.have.length(2)
      await own.stack.pass(1000 * day)
      expect((await loginRejection()).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
      expect(await lastEvent()).to.deep.equal(['account.status', { status: 'disabled' }])
    })

    it('is rejected until a temporary suspension ends', async () => {
      const until = new Date(own.stack.clock.now() + 7 * day)
      const { account } = await own.stack.admin.disableAccount({
        id: own.id,
        duration: toDuration(7 * day),
      })
      expect([account?.status, account?.disabledUntil]).to.deep.equal([AccountStatus.DISABLED, until])
      expect(own.stack.sessions.revokedAll.at(-1)?.accountId).to.equal(own.id)
      expect(problems(await loginRejection('wrong one'))).to.have.length(2)
      expect((await loginRejection()).code).to.equal('ACCOUNT_SUSPENDED_TEMPORARILY')
      expect(await isIn()).to.equal(false)
      own.stack.clock.advance(7 * day - 1)
      expect((await loginRejection()).code).to.equal('ACCOUNT_SUSPENDED_TEMPORARILY')
      own.stack.clock.advance(1)
      expect(await status()).to.equal(AccountStatus.ACTIVE)
      await login()
      expect(await lastEvent()).to.deep.equal(['account.reopen', { from: 'suspension' }])
      expect(await isIn()).to.equal(true)
    })

    it('is restored by an operator, unless its owner closed it', async () => {
      await own.stack.auth.deleteMe(proved())
      await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(60_000) })
      expect((await own.stack.admin.enableAccount({ id: own.id })).account?.status).to.equal(
        AccountStatus.PENDING_DELETION,
      )
      expect(await isIn()).to.equal(false)
      await login()
      expect(await status()).to.equal(AccountStatus.ACTIVE)
    })

    it('can be suspended for a second to a hundred years', async () => {
      for (const seconds of [0, 0.999, -1, 3_153_600_001]) {
        const duration = toDuration(1000 * seconds)
        const error = await rejected(own.stack.admin.disableAccount({ id: own.id, duration }))
        expect(problems(error)).to.deep.equal(['duration:DURATION_OUT_OF_RANGE'])
      }
      expect(await status()).to.equal(AccountStatus.ACTIVE)
    })

    it('is suspended for longer or shorter by another suspension', async () => {
      await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(60_000) })
      const { account } = await own.stack.admin.disableAccount({ id: own.id })
      expect(account?.disabledUntil).to.equal(undefined)
      await own.stack.admin.disableAccount({ id: own.id, duration: toDuration(60_000) })
      own.stack.clock.advance(minute)
      await login()
    })
  })

  it('grants and revokes the role of administrator, both idempotently', async () => {
    for (const administrator of [true, true, false, false]) {
      const { account } = await own.stack.admin.setAdministrator({ id: own.id, administrator })
      expect(account?.administrator).to.equal(administrator)
    }
    expect(await lastEvent()).to.deep.equal(['account.role', { role: 'none' }])
    expect(
      (await rejected(own.stack.admin.setAdministrator({ id: '1', administrator: true }))).code,
    ).to.equal('UNKNOWN_USER')
  })
})
