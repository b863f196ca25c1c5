import { SsoLinkedBy } from '@gatehouse/proto/gen/auth/v1/auth'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, openAuthHarness, password, problems } from './auth-harness.ts'

describe('reading accounts', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())

  describe('Auth.GetMe', () => {
    it('rejects missing actors and unknown, closed and deleted accounts with UNAUTHORIZED', async () => {
      const [closed, deleted] = [await stack.register(), await stack.register()]
      await stack.admin.disableAccount({ id: closed })
      await stack.admin.deleteAccount({ id: deleted })
      for (const caller of [undefined, actor(''), actor('1'), actor(closed), actor(deleted)]) {
        expect((await rejected(stack.auth.getMe({ actor: caller }))).code).to.equal('UNAUTHORIZED')
      }
    })

    it('returns all fields to the owner except the hash', async () => {
      const id = await stack.register({
        email: 'ann@gatehouse.test',
        password,
        username: 'Ann',
        globalName: 'Ann L.',
      })
      const { account } = await stack.auth.getMe({ actor: actor(id) })
      expect(account?.user).to.include({ id, username: 'Ann', globalName: 'Ann L.', flags: 0 })
      expect(account?.user?.discriminator).to.match(/^\d{4}$/)
      expect(account).to.deep.include({
        email: 'ann@gatehouse.test',
        verified: false,
        mfaEnabled: false,
        authenticatorTypes: [],
        hasPassword: true,
        ssoLinkedBy: SsoLinkedBy.UNSPECIFIED,
        requiresPasskey: false,
        passwordLastChangedAt: new Date(stack.clock.now()),
        createdAt: new Date(stack.clock.now()),
      })
    })
  })

  describe('Auth.GetUsers', () => {
    it('rejects more than a thousand ids', async () => {
      const error = await rejected(stack.auth.getUsers({ ids: Array(1001).fill('1') }))
      expect(problems(error)).to.deep.equal(['ids:ARRAY_LENGTH_INVALID'])
    })

    it('returns users in the order of the ids, with placeholders for erased accounts', async () => {
      const [ann, bob, eve] = [
        await stack.register({ username: 'Ann', globalName: 'A', email: 'private@gatehouse.test' }),
        await stack.register({ username: 'Bob' }),
        await stack.register({ username: 'Eve' }),
      ]
      await stack.admin.deleteAccount({ id: eve })
      const { users } = await stack.auth.getUsers({ ids: [bob, '1', eve, ann, bob, 'no id'] })
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
        flags: 0,
        globalName: undefined,
        avatar: undefined,
      })
      expect(JSON.stringify(users)).not.to.contain('private@')
    })

    it('returns nothing for no ids', async () =>
      expect((await stack.auth.getUsers({ ids: [] })).users).to.deep.equal([]))
  })

  describe('Auth.SuggestUsernames', () => {
    for (const [what, globalName] of [
      ['no name', ''],
      ['a blank name', '   '],
      ['a name of nothing to see', '\u200b'],
      ['a name of 33', 'n'.repeat(33)],
    ] as const) {
      it(`rejects ${what}`, async () => {
        const error = await rejected(stack.auth.suggestUsernames({ globalName }))
        expect(problems(error)).to.deep.equal(['global_name:GLOBAL_NAME_LENGTH_INVALID'])
      })
    }

    it('returns the same names whether they are taken or not', async () => {
      const { suggestions } = await stack.auth.suggestUsernames({ globalName: 'Zoë Krüger' })
      expect(suggestions).to.have.length.within(2, 5)
      for (const username of suggestions) await stack.register({ username })
      expect((await stack.auth.suggestUsernames({ globalName: 'Zoë Krüger' })).suggestions).to.deep.equal(
        suggestions,
      )
    })

    it('returns nothing for emoji', async () =>
      expect((await stack.auth.suggestUsernames({ globalName: '🎉' })).suggestions).to.deep.equal([]))
  })
})
