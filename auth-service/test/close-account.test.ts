import { AccountStatus } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { day, minute, useOwnAccount } from './own-account.ts'

describe('closing an account by its owner', () => {
  const { own, proved, login, loginRejection, status, isIn, lastEvent, failRevoking } = useOwnAccount()

  for (const verb of ['disableMe', 'deleteMe'] as const) {
    describe(`Auth.${capitalised(verb)}`, () => {
      it('requires a proof of identity', async () => {
        const stale = actor(own.id, own.stack.clock.now() - 5 * minute - 1)
        expect((await rejected(own.stack.auth[verb]({ actor: stale, client }))).code).to.equal(
          'SUDO_MODE_REQUIRED',
        )
        for (const caller of [stale, actor(own.id, own.stack.clock.now())]) {
          const rejection = await rejected(
            own.stack.auth[verb]({ actor: caller, client, password: 'wrong one' }),
          )
          expect(problems(rejection)).to.deep.equal(['password:INVALID_PASSWORD'])
        }
        for (const caller of [undefined, actor('1')]) {
          expect((await rejected(own.stack.auth[verb]({ actor: caller, client }))).code).to.equal(
            'UNAUTHORIZED',
          )
        }
        expect(await status()).to.equal(AccountStatus.ACTIVE)
        await own.stack.auth[verb]({ actor: stale, client, password })
      })

      it('closes the account, ends its sessions, and reveals that to nobody without the password', async () => {
        await own.stack.auth[verb](proved())
        expect(own.stack.sessions.revokedAll.at(-1)).to.include({
          accountId: own.id,
          exceptIdHash: undefined,
        })
        expect(await isIn()).to.equal(false)
        expect((await rejected(own.stack.auth[verb](proved()))).code).to.equal('UNAUTHORIZED')
        expect((await rejected(own.stack.auth.assertStepUp(proved()))).code).to.equal('UNAUTHORIZED')
        expect(problems(await loginRejection('wrong one'))).to.deep.equal([
          'email:INVALID_EMAIL_OR_PASSWORD',
          'password:INVALID_EMAIL_OR_PASSWORD',
        ])
        const error = await rejected(
          own.stack.auth.register({ client, email: own.email, consent: true, dateOfBirth: '2000-01-01' }),
        )
        expect(problems(error)).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
        expect((await own.stack.auth.getUsers({ ids: [own.id] })).users[0]?.username).to.equal(
          `Life_${own.number}`,
        )
      })

      it('is undone by the next sign-in', async () => {
        await own.stack.auth[verb](proved())
        await login()
        expect(await isIn()).to.equal(true)
        const from = verb === 'disableMe' ? 'disable' : 'delete'
        expect(await lastEvent()).to.deep.equal(['account.reopen', { from }])
        expect(await status()).to.equal(AccountStatus.ACTIVE)
        const kept = await own.stack.accounts.findOne({ _id: own.id })
        expect(kept).to.not.have.any.keys('closedAt', 'deletionDueAt', 'pendingRevocations')
        await own.stack.pass(15 * day)
        expect(await isIn()).to.equal(true)
      })

      it('ends the sessions later if that failed', async () => {
        failRevoking()
        expect((await rejected(own.stack.auth[verb](proved()))).code).to.equal('SERVICE_UNAVAILABLE')
        expect(await isIn()).to.equal(false)
        expect((await loginRejection()).code, 'nobody comes in beside old sessions').to.equal(
          'SERVICE_UNAVAILABLE',
        )
        own.stack.sessions.beforeRevokeAll = async () => {}
        await own.stack.pass(2 * minute)
        expect(own.stack.sessions.revokedAll.at(-1)).to.include({
          accountId: own.id,
          exceptIdHash: undefined,
        })
        expect((await own.stack.accounts.findOne({ _id: own.id }))?.pendingRevocations).to.deep.equal([])
      })

      it('takes effect once for concurrent requests', async () => {
        const outcomes = await Promise.allSettled([1, 2, 3].map(() => own.stack.auth[verb](proved())))
        const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).toSorted()
        expect(codes).to.deep.equal(['UNAUTHORIZED', 'UNAUTHORIZED', 'done'])
        const type = verb === 'disableMe' ? 'account.disable' : 'account.delete'
        expect(await own.stack.audit.countDocuments({ accountId: own.id, type })).to.equal(1)
      })
    })
  }

  it('rejects a session that was created while the account was closed', async () => {
    own.stack.sessions.beforeCreate = async () => {
      await own.stack.auth.disableMe(proved())
    }
    expect((await loginRejection()).code).to.equal('SERVICE_UNAVAILABLE')
    expect(own.stack.sessions.revokedTokens.at(-1)).to.contain(own.id)
    own.stack.sessions.beforeCreate = async () => {}
    await login()
  })
})

function capitalised(verb: string): string {
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}
