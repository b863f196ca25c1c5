import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import {
  type AuthHarness,
  actor,
  client,
  openAuthHarness,
  password,
  problems,
  signedInOf,
  type UpdateFields,
} from './auth-harness.ts'

const newPassword = 'quiet-otter-2031'
let people = 0

describe('Auth.UpdateMe of an account without email and password', () => {
  let stack: AuthHarness
  let guest: string
  before(async () => {
    stack = await openAuthHarness()
  })
  after(() => stack.close())
  beforeEach(async () => {
    people += 1
    guest = await stack.register({ globalName: 'Guest' })
  })
  const claim = (fields: UpdateFields, accountId = guest) =>
    stack.updateMe({ actor: actor(accountId), client, ...fields })
  const claimRejected = async (fields: UpdateFields) => problems(await rejected(claim(fields)))
  const free = () => `guest-${people}@gatehouse.test`

  it('requires both', async () => {
    expect(await claimRejected({ email: free() })).to.deep.equal(['password:REQUIRED'])
    expect(await claimRejected({ password })).to.deep.equal(['account.email:REQUIRED'])
    expect(await claimRejected({ newPassword })).to.deep.equal([
      'account.email:REQUIRED',
      'new_password:FIELD_NOT_ALLOWED',
      'password:REQUIRED',
    ])
  })

  it('applies the rules of registration', async () => {
    expect(await claimRejected({ email: 'nowhere', password: 'short' })).to.deep.equal([
      'account.email:INVALID_EMAIL_FORMAT',
      'password:PASSWORD_LENGTH_INVALID',
    ])
    await stack.register({ email: 'taken@gatehouse.test', password })
    expect(await claimRejected({ email: 'TAKEN@gatehouse.test', password })).to.deep.equal([
      'account.email:EMAIL_ALREADY_IN_USE',
    ])
    expect(await claimRejected({ email: free(), password: free() })).to.deep.equal([
      'password:PASSWORD_IS_TOO_COMMON',
    ])
    expect(await claimRejected({ email: free(), password, newPassword })).to.deep.equal([
      'new_password:FIELD_NOT_ALLOWED',
    ])
  })

  it('allows sign-ins and ends other sessions', async () => {
    const { account } = await claim({ email: free(), password, username: `Guest_${people}` })
    expect(account).to.include({ email: free(), verified: false })
    expect(account?.user?.username).to.equal(`Guest_${people}`)
    expect(stack.sessions.revokedAll.at(-1)).to.include({ accountId: guest, exceptIdHash: 'hash' })
    const login = await stack.auth.login({ client, email: free().toUpperCase(), password })
    expect(signedInOf(login).accountId).to.equal(guest)
    const types = await stack.audit.distinct('type', { accountId: guest })
    expect(types).to.include.members(['account.claim', 'account.username'])
    expect(await claimRejected({ email: free(), password })).to.deep.equal([
      'account.email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN',
    ])
  })

  it('succeeds for one of many concurrent claims of an email, or of an account', async () => {
    const guests = await Promise.all([1, 2, 3, 4].map(() => stack.register()))
    const racers = [guest, ...guests]
    const sameAddress = await Promise.allSettled(
      racers.map((each) => claim({ email: free(), password }, each)),
    )
    const lost = sameAddress.flatMap((one) => (one.status === 'rejected' ? [problems(one.reason)] : []))
    expect(lost).to.deep.equal(Array(4).fill(['account.email:EMAIL_ALREADY_IN_USE']))

    const one = await stack.register()
    const addresses = [1, 2, 3].map((i) => `one-${i}-${people}@gatehouse.test`)
    const sameAccount = await Promise.allSettled(
      addresses.map((address) => claim({ email: address, password }, one)),
    )
    const late = sameAccount.flatMap((each) => (each.status === 'rejected' ? [problems(each.reason)] : []))
    expect(late).to.deep.equal(Array(2).fill(['account.email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN']))
  })
})
