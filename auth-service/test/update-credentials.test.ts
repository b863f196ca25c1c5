import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems, type UpdateFields } from './auth-harness.ts'
import { useUpdatedAccount } from './updated-account.ts'

const minute = 60_000
const newPassword = 'quiet-otter-2031'

describe('Auth.UpdateMe of email and password', () => {
  const { own, update, rejection, problemsOf, me, eventsOf, login } = useUpdatedAccount()

  describe('password', () => {
    it('requires the current password, however recent the proof', async () => {
      expect((await rejection({ actor: actor(own.id), newPassword })).code).to.equal('SUDO_MODE_REQUIRED')
      expect(await problemsOf({ newPassword })).to.deep.equal(['password:REQUIRED'])
      expect(await problemsOf({ newPassword, password: 'wrong one' })).to.deep.equal([
        'password:INVALID_PASSWORD',
      ])
      await login(password)
    })

    it('applies the password rules and reports all invalid fields', async () => {
      for (const [word, code] of [
        ['short', 'PASSWORD_LENGTH_INVALID'],
        ['password1', 'PASSWORD_IS_TOO_COMMON'],
        [own.email, 'PASSWORD_IS_TOO_COMMON'],
        ['Gatehouse', 'PASSWORD_IS_TOO_COMMON'],
      ] as const) {
        expect(await problemsOf({ newPassword: word, password })).to.deep.equal([`new_password:${code}`])
      }
      const everything = {
        username: 'a b',
        discriminator: 'x',
        globalName: 'here',
        locale: '?',
        email: 'other@gatehouse.test',
        newPassword: 'short',
        password: 'wrong one',
      }
      expect(await problemsOf(everything)).to.deep.equal([
        'account.discriminator:DISCRIMINATOR_INVALID_FORMAT',
        'account.email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
        'account.global_name:GLOBAL_NAME_RESERVED_VALUE',
        'account.locale:LOCALE_INVALID_FORMAT',
        'account.username:USERNAME_INVALID_CHARACTERS',
        'new_password:PASSWORD_LENGTH_INVALID',
        'password:INVALID_PASSWORD',
      ])
    })

    it('ends every other session and rejects the old password', async () => {
      own.stack.clock.advance(minute)
      const { account } = await update({ actor: actor(own.id), password, newPassword })
      expect(account?.passwordLastChangedAt).to.deep.equal(new Date(own.stack.clock.now()))
      expect(own.stack.sessions.revokedAll.at(-1)).to.deep.equal({
        accountId: own.id,
        exceptIdHash: 'hash',
        createdUntil: undefined,
      })
      expect(problems(await rejected(login(password)))).to.have.length(2)
      await login(newPassword)
      expect((await eventsOf()).at(-1)).to.deep.equal(['account.password_change', { by: 'owner' }])
      expect((await own.stack.accounts.findOne({ _id: own.id }))?.pendingRevocations).to.deep.equal([])
    })

    it('ends the sessions later if that failed', async () => {
      own.stack.sessions.beforeRevokeAll = async () => {
        throw new ServiceError('INTERNAL_SERVER_ERROR')
      }
      expect((await rejection({ password, newPassword })).code).to.equal('SERVICE_UNAVAILABLE')
      own.stack.sessions.beforeRevokeAll = async () => {}
      const changedAt = new Date(own.stack.clock.now())
      own.stack.clock.advance(1)
      await login(newPassword)
      await own.stack.pass(2 * minute)
      expect(
        own.stack.sessions.revokedAll.at(-1),
        'neither the calling session nor those of more than five minutes later',
      ).to.deep.equal({
        accountId: own.id,
        exceptIdHash: 'hash',
        createdUntil: new Date(changedAt.getTime() + 5 * minute),
      })
    })

    it('is changed by only one of two concurrent requests', async () => {
      const words = [1, 2, 3].map((i) => `${newPassword}-${i}`)
      const outcomes = await Promise.allSettled(words.map((word) => update({ password, newPassword: word })))
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [problems(one.reason)] : []))
      expect(lost).to.deep.equal(Array(2).fill(['password:INVALID_PASSWORD']))
    })

    it('changes together with other fields or not at all', async () => {
      const rival = await own.stack.register({ username: `Both_${own.number}` })
      const number = (await me(rival)).user?.discriminator ?? ''
      const taken = { username: `Both_${own.number}`, discriminator: number }
      expect(await problemsOf({ ...taken, password, newPassword, globalName: 'Other' })).to.deep.equal([
        'account.discriminator:TAG_ALREADY_TAKEN',
      ])
      expect((await me()).user?.globalName).to.equal('Ann')
      await login(password)
      const free = { username: `Both_${own.number}`, password, newPassword, globalName: 'Other' }
      expect((await update(free)).account?.user).to.include({ globalName: 'Other' })
      expect((await eventsOf()).slice(1).map(([type]) => type)).to.deep.equal([
        'account.username',
        'account.profile',
        'account.password_change',
      ])
    })
  })

  describe('email', () => {
    it('is rejected if the account has one, also the same one', async () => {
      for (const other of [own.email, 'other@gatehouse.test', 'no address']) {
        expect(await problemsOf({ email: other, password })).to.deep.equal([
          'account.email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
        ])
      }
    })
  })

  it('adds an own.email or a password to accounts that were registered with only one of them', async () => {
    const withPassword = await own.stack.register({ password })
    const asked = { client, email: `late-${own.number}@gatehouse.test` }
    const add = (fields: UpdateFields) =>
      own.stack.updateMe({ actor: actor(withPassword), ...asked, ...fields })
    expect((await rejected(add({}))).code).to.equal('SUDO_MODE_REQUIRED')
    expect(problems(await rejected(add({ email: own.email, password })))).to.deep.equal([
      'account.email:EMAIL_ALREADY_IN_USE',
    ])
    const named = await rejected(add({ password, newPassword: asked.email }))
    expect(problems(named)).to.deep.equal(['new_password:PASSWORD_IS_TOO_COMMON'])
    expect((await add({ password })).account?.email).to.equal(asked.email)

    const address = `no-password-${own.number}@gatehouse.test`
    const withEmail = await own.stack.register({ email: address })
    const set = { actor: actor(withEmail), client, newPassword }
    expect(problems(await rejected(own.stack.updateMe({ ...set, password })))).to.deep.equal([
      'password:PASSWORD_NOT_SET',
    ])
    await own.stack.updateMe(set)
    await own.stack.auth.login({ client, email: address, password: newPassword })
  })
})
