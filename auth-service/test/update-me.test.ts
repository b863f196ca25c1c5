import type { UpdateMeRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password, problems } from './auth-harness.ts'

const minute = 60_000
const newPassword = 'quiet-otter-2031'
let people = 0

describe('Auth.UpdateMe', () => {
  let stack: AuthHarness
  let id: string
  let email: string
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  beforeEach(async () => {
    people += 1
    email = `ann-${people}@gatehouse.test`
    id = await stack.register({ email, password, username: `Ann_${people}`, globalName: 'Ann' })
    stack.sessions.beforeRevokeAll = async () => {}
  })

  const fresh = () => actor(id, stack.clock.now())
  const update = (fields: Partial<UpdateMeRequest>) =>
    stack.auth.updateMe({ actor: fresh(), client, ...fields })
  const me = async (accountId = id) =>
    (await stack.auth.getMe({ actor: actor(accountId) })).account ?? expect.fail('an account')
  const refusal = (fields: Partial<UpdateMeRequest>) => rejected(update(fields))
  const refused = async (fields: Partial<UpdateMeRequest>) => problems(await refusal(fields))
  const acts = async (accountId = id) =>
    (
      await stack.audit
        .find({ accountId, type: { $nin: ['account.sign_in', 'account.step_up'] } })
        .sort({ _id: 1 })
        .toArray()
    ).map(({ type, detail }) => [type, detail])
  const login = (word: string) => stack.auth.login({ client, email, password: word })

  it('rejects a missing actor and closed accounts with UNAUTHORIZED', async () => {
    await stack.admin.disableAccount({ id })
    for (const caller of [undefined, actor('1'), fresh()]) {
      expect((await refusal({ actor: caller, globalName: 'X' })).code).to.equal('UNAUTHORIZED')
    }
  })

  it('changes nothing if no field is sent or all are unchanged', async () => {
    const before = await me()
    const { username, discriminator, globalName } = before.user ?? expect.fail()
    const stale = { actor: actor(id) }
    expect((await update(stale)).account).to.deep.equal(before)
    const same = await update({ ...stale, username, discriminator, globalName: globalName ?? '', locale: '' })
    expect(same.account).to.deep.equal(before)
    expect((await acts()).map(([type]) => type)).to.deep.equal(['account.registration'])
  })

  describe('display name and locale', () => {
    it('cleans and clears both without a proof and emits one event', async () => {
      const { account } = await update({
        actor: actor(id),
        globalName: '  Ann\u200b   Lee ',
        locale: 'DE-at',
      })
      expect([account?.user?.globalName, account?.locale]).to.deep.equal(['Ann Lee', 'de-AT'])
      expect((await acts()).at(-1)).to.deep.equal(['account.profile', { fields: 'global_name locale' }])
      const cleared = (await update({ globalName: '', locale: '' })).account
      expect([cleared?.user?.globalName, cleared?.locale]).to.deep.equal([undefined, undefined])
      expect(await me()).to.deep.equal(cleared)
    })

    for (const [what, fields, ...expected] of [
      ['a name of nothing to see', { globalName: '\u200b' }, 'global_name:GLOBAL_NAME_LENGTH_INVALID'],
      ['a name of 33', { globalName: 'n'.repeat(33) }, 'global_name:GLOBAL_NAME_LENGTH_INVALID'],
      ['a reserved name', { globalName: 'Everyone' }, 'global_name:GLOBAL_NAME_RESERVED_VALUE'],
      [
        'a reserved term',
        { globalName: 'System Message' },
        'global_name:GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS',
      ],
      ['no language', { locale: 'de_AT' }, 'locale:LOCALE_INVALID_FORMAT'],
      ['a list of languages', { locale: 'de,en' }, 'locale:LOCALE_INVALID_FORMAT'],
      ['a language of 36', { locale: `de-x-${'a'.repeat(31)}` }, 'locale:LOCALE_INVALID_FORMAT'],
    ] as const) {
      it(`rejects ${what}`, async () => expect(await refused(fields)).to.deep.equal(expected))
    }
  })

  describe('username and discriminator', () => {
    it('requires a proof, recent or sent along', async () => {
      for (const fields of [{ username: 'Bea' }, { discriminator: '0007' }]) {
        const error = await refusal({ actor: actor(id, stack.clock.now() - 5 * minute - 1), ...fields })
        expect([error.code, error.data]).to.deep.equal([
          'SUDO_MODE_REQUIRED',
          { has_mfa: false, methods: ['password'] },
        ])
      }
      expect(await refused({ actor: actor(id), username: 'Bea', password: 'wrong one' })).to.deep.equal([
        'password:INVALID_PASSWORD',
      ])
      const { account } = await update({ actor: actor(id), username: 'Bea', password })
      expect(account?.user?.username).to.equal('Bea')
      expect(stack.sessions.proofs.at(-1)).to.include({ accountId: id, idHash: 'hash' })
    })

    it('keeps the discriminator if it is free with the new username, else draws another', async () => {
      const other = `Owl_${people}`
      await update({ discriminator: '0042' })
      expect((await update({ username: other })).account?.user).to.include({
        username: other,
        discriminator: '0042',
      })
      const rival = await stack.register({ username: `Cat_${people}` })
      await stack.auth.updateMe({ actor: actor(rival), client, discriminator: '0042' })
      const { account } = await stack.auth.updateMe({ actor: actor(rival), client, username: other })
      expect(account?.user?.username).to.equal(other)
      expect(account?.user?.discriminator)
        .to.match(/^\d{4}$/)
        .and.not.equal('0042')
      expect((await acts()).at(-1)).to.deep.equal([
        'account.username',
        { from: `Ann_${people}#0042`, to: `${other}#0042` },
      ])
    })

    it('changes the letter case of a username without changing the discriminator', async () => {
      const number = (await me()).user?.discriminator
      const { account } = await update({ username: `ANN_${people}` })
      expect(account?.user).to.include({ username: `ANN_${people}`, discriminator: number })
    })

    it('rejects a discriminator that is taken, also for the slower of two requests', async () => {
      const username = `Twin_${people}`
      const ids = [id, ...(await Promise.all([1, 2, 3, 4].map(() => stack.register())))]
      const outcomes = await Promise.allSettled(
        ids.map((each) =>
          stack.auth.updateMe({
            actor: actor(each, stack.clock.now()),
            client,
            username,
            discriminator: '0001',
          }),
        ),
      )
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(lost.map(problems)).to.deep.equal(Array(4).fill(['discriminator:TAG_ALREADY_TAKEN']))
    })

    it('draws another discriminator for the slower of two requests without one', async () => {
      const username = `Race_${people}`
      const ids = await Promise.all([1, 2, 3, 4, 5].map(() => stack.register()))
      await stack.accounts.updateMany({ _id: { $in: ids } }, { $unset: { usernameKey: 1 } })
      await stack.accounts.updateMany({ _id: { $in: ids } }, { $set: { discriminator: 77 } })
      const changed = await Promise.all(
        ids.map((each) => stack.auth.updateMe({ actor: actor(each), client, username })),
      )
      expect(new Set(changed.map(({ account }) => account?.user?.discriminator)).size).to.equal(5)
    })

    it('rejects a username without a free discriminator', async () => {
      const usernameKey = `full_${people}`
      const full = Array.from({ length: 9999 }, (_, i) => ({
        _id: `${usernameKey}-${i}`,
        ...{ username: usernameKey, usernameKey, discriminator: i + 1, status: 'active' as const },
      }))
      await stack.accounts.insertMany(full)
      expect(await refused({ username: usernameKey })).to.deep.equal([
        'username:TOO_MANY_USERS_WITH_THIS_USERNAME',
      ])
      expect(await refused({ username: usernameKey, discriminator: '0009' })).to.deep.equal([
        'username:TOO_MANY_USERS_WITH_THIS_USERNAME',
      ])
    })

    for (const odd of ['0', '1', '0000', '00012', '12a4', '-001', '１２３４', ' 0001', '+123', '1e03']) {
      it(`rejects the discriminator ${JSON.stringify(odd)}`, async () =>
        expect(await refused({ discriminator: odd })).to.deep.equal([
          'discriminator:DISCRIMINATOR_INVALID_FORMAT',
        ]))
    }

    for (const [username, code] of [
      ['n'.repeat(33), 'USERNAME_LENGTH_INVALID'],
      ['Ann Lee', 'USERNAME_INVALID_CHARACTERS'],
      ['HERE', 'USERNAME_RESERVED_VALUE'],
      ['Gate_House', 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ] as const) {
      it(`rejects the username ${username}`, async () =>
        expect(await refused({ username })).to.deep.equal([`username:${code}`]))
    }
  })

  describe('password', () => {
    it('requires the current password, however recent the proof', async () => {
      expect((await refusal({ actor: actor(id), newPassword })).code).to.equal('SUDO_MODE_REQUIRED')
      expect(await refused({ newPassword })).to.deep.equal(['password:REQUIRED'])
      expect(await refused({ newPassword, password: 'wrong one' })).to.deep.equal([
        'password:INVALID_PASSWORD',
      ])
      await login(password)
    })

    it('applies the password rules and reports all invalid fields', async () => {
      for (const [word, code] of [
        ['short', 'PASSWORD_LENGTH_INVALID'],
        ['password1', 'PASSWORD_IS_TOO_COMMON'],
        [email, 'PASSWORD_IS_TOO_COMMON'],
        ['Gatehouse', 'PASSWORD_IS_TOO_COMMON'],
      ] as const) {
        expect(await refused({ newPassword: word, password })).to.deep.equal([`new_password:${code}`])
      }
      const everything = {
        ...{ username: 'a b', discriminator: 'x', globalName: 'here', locale: '?' },
        ...{ email: 'other@gatehouse.test', newPassword: 'short', password: 'wrong one' },
      }
      expect(await refused(everything)).to.deep.equal([
        'discriminator:DISCRIMINATOR_INVALID_FORMAT',
        'email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
        'global_name:GLOBAL_NAME_RESERVED_VALUE',
        'locale:LOCALE_INVALID_FORMAT',
        'new_password:PASSWORD_LENGTH_INVALID',
        'password:INVALID_PASSWORD',
        'username:USERNAME_INVALID_CHARACTERS',
      ])
    })

    it('ends every other session and rejects the old password', async () => {
      stack.clock.advance(minute)
      const { account } = await update({ actor: actor(id), password, newPassword })
      expect(account?.passwordLastChangedAt).to.deep.equal(new Date(stack.clock.now()))
      expect(stack.sessions.revokedAll.at(-1)).to.deep.equal({
        accountId: id,
        exceptIdHash: 'hash',
        createdUntil: new Date(stack.clock.now()),
      })
      expect(problems(await rejected(login(password)))).to.have.length(2)
      await login(newPassword)
      expect((await acts()).at(-1)).to.deep.equal(['account.password_change', { by: 'owner' }])
      expect((await stack.accounts.findOne({ _id: id }))?.pendingRevocations).to.deep.equal([])
    })

    it('ends the sessions later if that failed', async () => {
      stack.sessions.beforeRevokeAll = async () => {
        throw new ServiceError('INTERNAL_SERVER_ERROR')
      }
      expect((await refusal({ password, newPassword })).code).to.equal('SERVICE_UNAVAILABLE')
      stack.sessions.beforeRevokeAll = async () => {}
      const changedAt = new Date(stack.clock.now())
      stack.clock.advance(1)
      await login(newPassword)
      await stack.pass(2 * minute)
      expect(stack.sessions.revokedAll.at(-1), 'neither the calling session nor later ones').to.deep.equal({
        accountId: id,
        exceptIdHash: 'hash',
        createdUntil: changedAt,
      })
    })

    it('is changed by only one of two concurrent requests', async () => {
      const words = [1, 2, 3].map((i) => `${newPassword}-${i}`)
      const outcomes = await Promise.allSettled(words.map((word) => update({ password, newPassword: word })))
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [problems(one.reason)] : []))
      expect(lost).to.deep.equal(Array(2).fill(['password:INVALID_PASSWORD']))
    })

    it('changes together with other fields or not at all', async () => {
      const rival = await stack.register({ username: `Both_${people}` })
      const number = (await me(rival)).user?.discriminator ?? ''
      const taken = { username: `Both_${people}`, discriminator: number }
      expect(await refused({ ...taken, password, newPassword, globalName: 'Other' })).to.deep.equal([
        'discriminator:TAG_ALREADY_TAKEN',
      ])
      expect((await me()).user?.globalName).to.equal('Ann')
      await login(password)
      const free = { username: `Both_${people}`, password, newPassword, globalName: 'Other' }
      expect((await update(free)).account?.user).to.include({ globalName: 'Other' })
      expect((await acts()).slice(1).map(([type]) => type)).to.deep.equal([
        'account.username',
        'account.profile',
        'account.password_change',
      ])
    })
  })

  describe('email', () => {
    it('is rejected if the account has one, also the same one', async () => {
      for (const other of [email, 'other@gatehouse.test', 'no address']) {
        expect(await refused({ email: other, password })).to.deep.equal([
          'email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
        ])
      }
    })
  })

  it('adds an email or a password to accounts that were registered with only one of them', async () => {
    const withPassword = await stack.register({ password })
    const asked = { client, email: `late-${people}@gatehouse.test` }
    const add = (fields: Partial<UpdateMeRequest>) =>
      stack.auth.updateMe({ actor: actor(withPassword), ...asked, ...fields })
    expect((await rejected(add({}))).code).to.equal('SUDO_MODE_REQUIRED')
    expect(problems(await rejected(add({ email, password })))).to.deep.equal(['email:EMAIL_ALREADY_IN_USE'])
    const named = await rejected(add({ password, newPassword: asked.email }))
    expect(problems(named)).to.deep.equal(['new_password:PASSWORD_IS_TOO_COMMON'])
    expect((await add({ password })).account?.email).to.equal(asked.email)

    const address = `no-password-${people}@gatehouse.test`
    const withEmail = await stack.register({ email: address })
    const set = { actor: actor(withEmail), client, newPassword }
    expect(problems(await rejected(stack.auth.updateMe({ ...set, password })))).to.deep.equal([
      'password:PASSWORD_NOT_SET',
    ])
    await stack.auth.updateMe(set)
    await stack.auth.login({ client, email: address, password: newPassword })
  })
})
