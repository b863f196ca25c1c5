import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHouse, actor, openAuthHouse, password, problems } from './auth-house.ts'

describe('reading accounts', () => {
  let house: AuthHouse
  before(async () => {
    house = await openAuthHouse()
  })
  after(() => house.close())

  describe('Auth.GetMe', () => {
    it('is UNAUTHORIZED for nobody, for unknown, closed and deleted accounts', async () => {
      const [closed, deleted] = [await house.register(), await house.register()]
      await house.admin.disableAccount({ id: closed })
      await house.admin.deleteAccount({ id: deleted })
      for (const caller of [undefined, actor(''), actor('1'), actor(closed), actor(deleted)]) {
        expect((await rejected(house.auth.getMe({ actor: caller }))).code).to.equal('UNAUTHORIZED')
      }
    })

    it('shows its owner everything of an account but its hash', async () => {
      const id = await house.register({
        email: 'ann@gatehouse.test',
        password,
        username: 'Ann',
        globalName: 'Ann L.',
      })
      const { account } = await house.auth.getMe({ actor: actor(id) })
      expect(account?.user).to.include({ id, username: 'Ann', globalName: 'Ann L.', flags: '0' })
      expect(account?.user?.discriminator).to.match(/^\d{4}$/)
      expect(account).to.deep.include({
        email: 'ann@gatehouse.test',
        verified: false,
        mfaEnabled: false,
        authenticatorTypes: [],
        requiredActions: [],
        passwordLastChangedAt: new Date(house.clock.now()),
        createdAt: new Date(house.clock.now()),
      })
    })
  })

  describe('Auth.GetUsers', () => {
    it('refuses more than a thousand ids', async () => {
      const error = await rejected(house.auth.getUsers({ ids: Array(1001).fill('1') }))
      expect(problems(error)).to.deep.equal(['ids:ARRAY_LENGTH_INVALID'])
    })

    it('answers in the order asked, with a placeholder for those that are gone', async () => {
      const [ann, bob, eve] = [
        await house.register({ username: 'Ann', globalName: 'A', email: 'private@gatehouse.test' }),
        await house.register({ username: 'Bob' }),
        await house.register({ username: 'Eve' }),
      ]
      await house.admin.deleteAccount({ id: eve })
      const { users } = await house.auth.getUsers({ ids: [bob, '1', eve, ann, bob, 'no id'] })
      expect(users.map(({ id }) => id)).to.deep.equal([bob, '1', eve, ann, bob, 'no id'])
      expect(users.map(({ username }) => username)).to.deep.equal([
        'Bob',
        'Deleted User',
        'Deleted User',
        'Ann',
        'Bob',
        'Deleted User',
      ])
      expect(users[1]).to.include({
        discriminator: '0000',
        flags: '0',
        globalName: undefined,
        avatar: undefined,
      })
      expect(JSON.stringify(users)).not.to.contain('private@')
    })

    it('answers nothing for nobody', async () =>
      expect((await house.auth.getUsers({ ids: [] })).users).to.deep.equal([]))
  })

  describe('Auth.SuggestUsernames', () => {
    for (const [what, globalName] of [
      ['no name', ''],
      ['a blank name', '   '],
      ['a name of nothing to see', '\u200b'],
      ['a name of 33', 'n'.repeat(33)],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const error = await rejected(house.auth.suggestUsernames({ globalName }))
        expect(problems(error)).to.deep.equal(['global_name:GLOBAL_NAME_LENGTH_INVALID'])
      })
    }

    it('answers the same whether the names are taken or not', async () => {
      const { suggestions } = await house.auth.suggestUsernames({ globalName: 'Zoë Krüger' })
      expect(suggestions).to.have.length.within(2, 5)
      for (const username of suggestions) await house.register({ username })
      expect((await house.auth.suggestUsernames({ globalName: 'Zoë Krüger' })).suggestions).to.deep.equal(
        suggestions,
      )
    })

    it('has nothing to offer for emoji', async () =>
      expect((await house.auth.suggestUsernames({ globalName: '🎉' })).suggestions).to.deep.equal([]))
  })
})
