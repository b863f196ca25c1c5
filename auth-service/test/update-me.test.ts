import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { useUpdatedAccount } from './updated-account.ts'

const minute = 60_000

describe('Auth.UpdateMe', () => {
  const { own, fresh, update, rejection, problemsOf, me, eventsOf } = useUpdatedAccount()

  it('rejects a missing actor and closed accounts with UNAUTHORIZED', async () => {
    await own.stack.admin.disableAccount({ id: own.id })
    for (const caller of [undefined, actor('1'), fresh()]) {
      expect((await rejection({ actor: caller, globalName: 'X' })).code).to.equal('UNAUTHORIZED')
    }
  })

  it('rejects unknown paths of the mask and fields that cannot be cleared', async () => {
    const request = { actor: fresh(), client, account: { username: 'Bea' } }
    const unknown = own.stack.auth.updateMe({ ...request, updateMask: ['username', 'verified'] })
    expect(problems(await rejected(unknown))).to.deep.equal(['update_mask.paths[1]:FIELD_NOT_ALLOWED'])
    const fields = { username: '', discriminator: '', email: '' }
    expect(await problemsOf(fields)).to.deep.equal([
      'account.discriminator:REQUIRED',
      'account.email:REQUIRED',
      'account.username:REQUIRED',
    ])
    const unmasked = await own.stack.auth.updateMe({ ...request, updateMask: [] })
    expect(unmasked.account).to.deep.equal(await me())
    expect(unmasked.account?.user?.username).to.equal(`Ann_${own.number}`)
  })

  it('changes nothing if no field is sent or all are unchanged', async () => {
    const before = await me()
    const { username, discriminator, globalName } = before.user ?? expect.fail()
    const stale = { actor: actor(own.id) }
    expect((await update(stale)).account).to.deep.equal(before)
    const same = await update({ ...stale, username, discriminator, globalName: globalName ?? '', locale: '' })
    expect(same.account).to.deep.equal(before)
    expect((await eventsOf()).map(([type]) => type)).to.deep.equal(['account.registration'])
  })

  describe('display name and locale', () => {
    it('cleans and clears both without a proof and emits one event', async () => {
      const { account } = await update({
        actor: actor(own.id),
        globalName: '  Ann\u200b   Lee ',
        locale: 'DE-at',
      })
      expect([account?.user?.globalName, account?.locale]).to.deep.equal(['Ann Lee', 'de-AT'])
      expect((await eventsOf()).at(-1)).to.deep.equal(['account.profile', { fields: 'global_name locale' }])
      const cleared = (await update({ globalName: '', locale: '' })).account
      expect([cleared?.user?.globalName, cleared?.locale]).to.deep.equal([undefined, undefined])
      expect(await me()).to.deep.equal(cleared)
    })

    for (const [what, fields, ...expected] of [
      [
        'a name of nothing to see',
        { globalName: '\u200b' },
        'account.global_name:GLOBAL_NAME_LENGTH_INVALID',
      ],
      ['a name of 33', { globalName: 'n'.repeat(33) }, 'account.global_name:GLOBAL_NAME_LENGTH_INVALID'],
      ['a reserved name', { globalName: 'Everyone' }, 'account.global_name:GLOBAL_NAME_RESERVED_VALUE'],
      [
        'a reserved term',
        { globalName: 'System Message' },
        'account.global_name:GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS',
      ],
      ['no language', { locale: 'de_AT' }, 'account.locale:LOCALE_INVALID_FORMAT'],
      ['a list of languages', { locale: 'de,en' }, 'account.locale:LOCALE_INVALID_FORMAT'],
      ['a language of 36', { locale: `de-x-${'a'.repeat(31)}` }, 'account.locale:LOCALE_INVALID_FORMAT'],
    ] as const) {
      it(`rejects ${what}`, async () => expect(await problemsOf(fields)).to.deep.equal(expected))
    }
  })

  describe('username and discriminator', () => {
    it('requires a proof, recent or sent along', async () => {
      for (const fields of [{ username: 'Bea' }, { discriminator: '0007' }]) {
        const error = await rejection({
          actor: actor(own.id, own.stack.clock.now() - 5 * minute - 1),
          ...fields,
        })
        expect([error.code, error.data]).to.deep.equal([
          'SUDO_MODE_REQUIRED',
          { has_mfa: false, methods: ['password'] },
        ])
      }
      expect(
        await problemsOf({ actor: actor(own.id), username: 'Bea', password: 'wrong one' }),
      ).to.deep.equal(['password:INVALID_PASSWORD'])
      const { account } = await update({ actor: actor(own.id), username: 'Bea', password })
      expect(account?.user?.username).to.equal('Bea')
      expect(own.stack.sessions.proofs.at(-1)).to.include({ accountId: own.id, idHash: 'hash' })
    })

    it('keeps the discriminator if it is free with the new username, else draws another', async () => {
      const other = `Owl_${own.number}`
      await update({ discriminator: '0042' })
      expect((await update({ username: other })).account?.user).to.include({
        username: other,
        discriminator: '0042',
      })
      const rival = await own.stack.register({ username: `Cat_${own.number}` })
      await own.stack.updateMe({ actor: actor(rival), client, discriminator: '0042' })
      const { account } = await own.stack.updateMe({ actor: actor(rival), client, username: other })
      expect(account?.user?.username).to.equal(other)
      expect(account?.user?.discriminator)
        .to.match(/^\d{4}$/)
        .and.not.equal('0042')
      expect((await eventsOf()).at(-1)).to.deep.equal([
        'account.username',
        { from: `Ann_${own.number}#0042`, to: `${other}#0042` },
      ])
    })

    it('changes the letter case of a username without changing the discriminator', async () => {
      const number = (await me()).user?.discriminator
      const { account } = await update({ username: `ANN_${own.number}` })
      expect(account?.user).to.include({ username: `ANN_${own.number}`, discriminator: number })
    })

    it('rejects a discriminator that is taken, also for the slower of two requests', async () => {
      const username = `Twin_${own.number}`
      const ids = [own.id, ...(await Promise.all([1, 2, 3, 4].map(() => own.stack.register())))]
      const outcomes = await Promise.allSettled(
        ids.map((each) =>
          own.stack.updateMe({
            actor: actor(each, own.stack.clock.now()),
            client,
            username,
            discriminator: '0001',
          }),
        ),
      )
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(lost.map(problems)).to.deep.equal(Array(4).fill(['account.discriminator:TAG_ALREADY_TAKEN']))
    })

    it('draws another discriminator for the slower of two requests without one', async () => {
      const username = `Race_${own.number}`
      const ids = await Promise.all([1, 2, 3, 4, 5].map(() => own.stack.register()))
      await own.stack.accounts.updateMany({ _id: { $in: ids } }, { $unset: { usernameKey: 1 } })
      await own.stack.accounts.updateMany({ _id: { $in: ids } }, { $set: { discriminator: 77 } })
      const changed = await Promise.all(
        ids.map((each) => own.stack.updateMe({ actor: actor(each), client, username })),
      )
      expect(new Set(changed.map(({ account }) => account?.user?.discriminator)).size).to.equal(5)
    })

    it('rejects a username without a free discriminator', async () => {
      const usernameKey = `full_${own.number}`
      const full = Array.from({ length: 9999 }, (_, i) => ({
        _id: `${usernameKey}-${i}`,
        username: usernameKey,
        usernameKey,
        discriminator: i + 1,
        status: 'active' as const,
      }))
      await own.stack.accounts.insertMany(full)
      expect(await problemsOf({ username: usernameKey })).to.deep.equal([
        'account.username:TOO_MANY_USERS_WITH_THIS_USERNAME',
      ])
      expect(await problemsOf({ username: usernameKey, discriminator: '0009' })).to.deep.equal([
        'account.username:TOO_MANY_USERS_WITH_THIS_USERNAME',
      ])
    })

    for (const odd of ['0', '1', '0000', '00012', '12a4', '-001', '１２３４', ' 0001', '+123', '1e03']) {
      it(`rejects the discriminator ${JSON.stringify(odd)}`, async () =>
        expect(await problemsOf({ discriminator: odd })).to.deep.equal([
          'account.discriminator:DISCRIMINATOR_INVALID_FORMAT',
        ]))
    }

    for (const [username, code] of [
      ['n'.repeat(33), 'USERNAME_LENGTH_INVALID'],
      ['Ann Lee', 'USERNAME_INVALID_CHARACTERS'],
      ['HERE', 'USERNAME_RESERVED_VALUE'],
      ['Gate_House', 'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ] as const) {
      it(`rejects the username ${username}`, async () =>
        expect(await problemsOf({ username })).to.deep.equal([`account.username:${code}`]))
    }
  })
})
