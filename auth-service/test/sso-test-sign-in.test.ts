import type { CompleteTestRequest } from '@gatehouse/proto/gen/auth/v1/sso'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import type { JWTPayload } from 'jose'
import { actor, client, password, problems } from './auth-harness.ts'
import { minute } from './own-account.ts'
import { useSso } from './sso-harness.ts'

describe('the test sign-in of the settings of single sign-on', () => {
  const { own, idp, configure, person, complete, signIn } = useSso()
  const start = (from = actor(own.id)) => own.stack.sso.startTest({ actor: from })
  const finish = (callback: Partial<CompleteTestRequest>, from = actor(own.id)) =>
    own.stack.sso.completeTest({ actor: from, code: '', state: '', ...callback })
  const callback = async (claims: JWTPayload) => {
    const { code, state, iss } = await idp.provider.signIn((await start()).authorizationUrl, claims)
    return { code: code ?? '', state: state ?? '', ...(iss !== undefined && { iss }) }
  }
  const found = async (claims: JWTPayload) =>
    (await finish(await callback(claims))).checks.map(({ name, ok, message }) => `${name} ${ok}: ${message}`)
  const codeOf = async (call: Promise<unknown>) => {
    const error = await rejected(call)
    return error.code === 'INVALID_FORM_BODY' ? problems(error).join() : error.code
  }
  const deadState = 'state:INVALID_OR_EXPIRED_SSO_STATE'
  const accounts = () => own.stack.accounts.countDocuments()

  it('names the claims and what they lead to, and signs nobody in', async () => {
    const [before, sessions] = [await accounts(), own.stack.sessions.created.length]
    const claims = { ...person(), name: 'Ada', auth_time: Math.floor(own.stack.clock.now() / 1000) }
    const checks = await found(claims)
    expect(checks).to.have.length(3)
    expect(checks[0]).to.match(/^sign_in true: /)
    expect(checks[1]).to.contain('claims true: Received: sub, email, email_verified, name, auth_time.')
    expect(checks[1]).to.contain('"sid" is missing')
    expect(checks[2]).to.equal('account true: A new account would be created for you.')
    for (const value of [claims.sub, claims.email, 'Ada']) expect(checks.join()).to.not.contain(value)
    expect([await accounts(), own.stack.sessions.created.length]).to.deep.equal([before, sessions])
  })

  it('works before single sign-on is offered', async () => {
    await configure({ enabled: false })
    expect((await found(person()))[0]).to.match(/^sign_in true/)
  })

  it('says what a missing claim leads to', async () => {
    const { email_verified: _, ...silent } = person()
    const [, claims] = await found(silent)
    expect(claims).to.contain('"email_verified" is missing: existing accounts are not linked')
    expect(claims).to.contain('"auth_time" is missing')
  })

  it('says which account the person would have, and links none', async () => {
    const claims = person()
    await signIn(claims)
    expect((await found(claims))[2]).to.equal(
      'account true: You would sign in to the account that is linked to you.',
    )
    const { email } = await registered({ verified: true })
    await configure({ allowedDomains: ['gatehouse.test'] })
    expect((await found({ ...person(), email }))[2]).to.contain(
      'account true: You would sign in to the account with your address',
    )
    expect((await own.stack.accounts.findOne({ email }))?.sso).to.equal(undefined)
    const { email: unverified } = await registered({ verified: false })
    await configure({ allowedDomains: ['gatehouse.test'], autoProvision: false })
    const [, , account] = await found({ ...person(), email: unverified })
    expect(account).to.match(/^account false: .*EMAIL_NOT_LINKABLE_TO_SSO.*never verified/)
  })

  it('says why a sign-in would be rejected', async () => {
    await configure({ allowedDomains: ['corp.example'] })
    expect((await found(person()))[2]).to.match(/^account false: .*EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO/)
    await configure({ autoProvision: false })
    expect((await found(person()))[2]).to.match(/^account false: .*auto_provision is off/)
    await configure({ allowedDomains: [] })
    const { email, ...nameless } = person()
    expect(email).to.not.equal('')
    expect(await found(nameless)).to.deep.equal([
      'sign_in false: This failed: email: SSO_PROVIDER_DID_NOT_RETURN_EMAIL; the claim "email" is missing.',
    ])
    const { state } = await callback(person())
    const [denied] = (await finish({ state, error: 'access_denied' })).checks
    expect([denied?.ok, denied?.message]).to.deep.equal([false, denied?.message])
    expect(denied?.message).to.contain('SSO_ACCESS_DENIED')
  })

  it('is for administrators, in the session that started it, once', async () => {
    const other = await own.stack.register({ email: `plain-${Date.now()}@gatehouse.test`, password })
    expect(await codeOf(start(actor(other)))).to.equal('MISSING_PERMISSIONS')
    const first = await callback(person())
    expect(await codeOf(finish(first, actor(other)))).to.equal('MISSING_PERMISSIONS')
    const elsewhere = { ...actor(own.id), sessionIdHash: 'another session' }
    expect(await codeOf(finish(first, elsewhere))).to.equal(deadState)
    const second = await callback(person())
    await finish(second)
    expect(await codeOf(finish(second))).to.equal(deadState)
  })

  it('is not completed by a sign-in or a connection, nor after ten minutes or a change of the settings', async () => {
    const asSignIn = await callback(person())
    expect(await codeOf(complete(asSignIn))).to.equal(deadState)
    const asConnection = await callback(person())
    expect(
      await codeOf(own.stack.sso.completeConnection({ actor: actor(own.id), client, ...asConnection })),
    ).to.equal(deadState)
    const late = await callback(person())
    own.stack.clock.advance(10 * minute)
    expect(await codeOf(finish(late))).to.equal(deadState)
    const changed = await callback(person())
    await configure({ displayName: 'Other' })
    expect(await codeOf(finish(changed))).to.equal(deadState)
  })

  it('is rejected without the required settings', async () => {
    await own.stack.admin.disableSso({})
    await configure({ enabled: false, clientId: '' })
    expect(await codeOf(start())).to.equal('FEATURE_TEMPORARILY_DISABLED')
  })

  it('counts who could not sign in', async () => {
    const count = async () => (await own.stack.sso.testConfig({ actor: actor(own.id) })).accounts
    const before = (await count()) ?? { linked: 0, linkable: 0, lockedOut: 0 }
    await signIn(person())
    await registered({ verified: true })
    await registered({ verified: false })
    const suspended = await registered({ verified: true })
    await own.stack.admin.disableAccount({ id: suspended.id })
    expect(await count()).to.deep.equal({
      linked: before.linked + 1,
      linkable: before.linkable,
      lockedOut: before.lockedOut + 2,
    })
    await configure({ allowedDomains: ['gatehouse.test', 'example.com'] })
    const { linked, linkable, lockedOut } = (await count()) ?? before
    expect(linked + linkable + lockedOut).to.equal(before.linked + before.linkable + before.lockedOut + 3)
    expect(linkable).to.be.above(before.linkable)
    await configure({ allowedDomains: ['gatehouse.tes', 'house.test'] })
    expect((await count())?.linkable).to.equal(before.linkable)
  })

  let people = 0
  async function registered({ verified }: { verified: boolean }) {
    people += 1
    const email = `counted-${people}-${own.id}@gatehouse.test`
    const id = await own.stack.register({ email, password })
    await own.stack.accounts.updateOne({ _id: id }, { $set: { verified } })
    return { id, email }
  }
})
