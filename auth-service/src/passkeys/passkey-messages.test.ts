import { expect } from 'chai'
import { passkeyUser } from './passkey-messages.ts'

describe('the names of a passkey', () => {
  it('are what the person types at a sign-in and their name', () => {
    const account = { email: 'ada@gatehouse.test', username: 'EarnestMauvePanther', globalName: 'Ada' }
    expect(passkeyUser(account)).to.deep.equal({ name: 'ada@gatehouse.test', displayName: 'Ada' })
    expect(passkeyUser({ ...account, email: null, globalName: null })).to.deep.equal({
      name: 'EarnestMauvePanther',
      displayName: 'EarnestMauvePanther',
    })
  })
})
