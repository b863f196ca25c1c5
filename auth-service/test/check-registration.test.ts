import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, openAuthHarness, problems, registration } from './auth-harness.ts'

describe('Auth.CheckRegistration', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())

  it('reports the problems of the parsed fields and creates nothing', async () => {
    const wrong = registration({ consent: false, dateOfBirth: '', email: 'nowhere', username: 'a b' })
    const unparsed = ['consent', 'date_of_birth']
    const error = await rejected(stack.auth.checkRegistration({ registration: wrong, unparsed }))
    expect(problems(error)).to.deep.equal([
      'registration.email:INVALID_EMAIL_FORMAT',
      'registration.username:USERNAME_INVALID_CHARACTERS',
    ])
    await stack.auth.checkRegistration({ registration: registration({ username: 'Fine' }), unparsed: [] })
    expect(await stack.accounts.countDocuments()).to.equal(0)
  })

  it('does not reveal who has an account', async () => {
    const email = 'kept@gatehouse.test'
    await stack.register({ email })
    await stack.auth.checkRegistration({ registration: registration({ email }), unparsed: ['consent'] })
  })
})
