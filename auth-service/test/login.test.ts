import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { hashSync } from '@node-rs/argon2'
import { expect } from 'chai'
import { type AuthHarness, client, openAuthHarness, password, problems, signedInOf } from './auth-harness.ts'
import { tokenOf } from './fake-upstreams.ts'

const email = 'ann@gatehouse.test'

describe('Auth.Login', () => {
  let stack: AuthHarness
  let ann: string
  before(async () => {
    stack = await openAuthHarness()
    ann = await stack.register({ email, password })
  })
  after(() => stack.close())
  afterEach(() => {
    stack.sessions.beforeCreate = async () => {}
    stack.sessions.beforeRevokeToken = async () => {}
    stack.guilds.beforeRedeem = async () => {}
  })
  const login = (fields: { email?: string; password?: string; inviteCode?: string } = {}) =>
    stack.auth.login({ client, email, password, ...fields })
  const rejection = (fields: { email?: string; password?: string }) => rejected(login(fields))

  it('rejects an unknown email exactly like a wrong password', async () => {
    await stack.register({ email: 'nopassword@gatehouse.test' })
    const wrong = await rejection({ password: 'wrong password' })
    expect(wrong.code).to.equal('INVALID_FORM_BODY')
    expect(problems(wrong)).to.deep.equal([
      'email:INVALID_EMAIL_OR_PASSWORD',
      'password:INVALID_EMAIL_OR_PASSWORD',
    ])
    for (const fields of [
      { email: 'nobody@gatehouse.test' },
      { email: 'nopassword@gatehouse.test' },
      { email: 'no address' },
      { email: '' },
      { email: '', password: '' },
      { password: '' },
      { password: ` ${password}` },
      { password: password.toUpperCase() },
    ]) {
      expect(answerOf(await rejection(fields)), JSON.stringify(fields)).to.deep.equal(answerOf(wrong))
    }
  })

  it('reveals a suspension only after the right password', async () => {
    const id = await stack.register({ email: 'closed@gatehouse.test', password })
    await stack.admin.disableAccount({ id })
    const wrong = await rejection({ email: 'closed@gatehouse.test', password: 'wrong password' })
    expect(answerOf(wrong)).to.deep.equal(answerOf(await rejection({ password: 'wrong password' })))
    expect((await rejection({ email: 'closed@gatehouse.test' })).code).to.equal(
      'ACCOUNT_SUSPENDED_PERMANENTLY',
    )
  })

  it('rejects a sign-in if the account is closed meanwhile', async () => {
    const id = await stack.register({ email: 'closing@gatehouse.test', password })
    stack.sessions.beforeCreate = async ({ accountId }) => {
      await stack.admin.disableAccount({ id: accountId })
    }
    expect((await rejection({ email: 'closing@gatehouse.test' })).code).to.equal(
      'ACCOUNT_SUSPENDED_PERMANENTLY',
    )
    expect(stack.sessions.revokedTokens.at(-1)).to.contain(id)
  })

  it('ends the session of an account that is erased while it is created', async () => {
    const id = await stack.register({ email: 'erasing@gatehouse.test', password })
    stack.sessions.beforeCreate = async ({ accountId }) => {
      await stack.admin.deleteAccount({ id: accountId })
    }
    expect((await rejection({ email: 'erasing@gatehouse.test' })).code).to.equal(
      'ACCOUNT_SUSPENDED_PERMANENTLY',
    )
    expect(stack.sessions.revokedTokens).to.include(tokenOf(id))
  })

  it('rejects a sign-in if the password is changed meanwhile', async () => {
    const id = await stack.register({ email: 'changing@gatehouse.test', password })
    stack.clock.advance(1)
    stack.sessions.beforeCreate = async ({ accountId }) => {
      await stack.admin.setPassword({ id: accountId, password: 'another-kz7!mQ2x' })
    }
    expect((await rejection({ email: 'changing@gatehouse.test' })).code).to.equal('SERVICE_UNAVAILABLE')
    expect(stack.sessions.revokedTokens.at(-1)).to.contain(id)
    stack.sessions.beforeCreate = async () => {}
    expect((await rejection({ email: 'changing@gatehouse.test' })).code).to.equal('INVALID_FORM_BODY')
  })

  it('reports the suspension even if the session of that sign-in cannot be ended', async () => {
    await stack.register({ email: 'orphan@gatehouse.test', password })
    stack.sessions.beforeCreate = async ({ accountId }) => {
      await stack.admin.disableAccount({ id: accountId })
    }
    stack.sessions.beforeRevokeToken = async () => {
      throw new ServiceError('INTERNAL_SERVER_ERROR')
    }
    expect((await rejection({ email: 'orphan@gatehouse.test' })).code).to.equal(
      'ACCOUNT_SUSPENDED_PERMANENTLY',
    )
    await until(() => stack.logged.lines.some(({ event }) => event === 'session.orphaned'))
  })

  it('ends the new session if the caller cancels before the response', async () => {
    const id = await stack.register({ email: 'leaving@gatehouse.test', password })
    const caller = new AbortController()
    stack.guilds.beforeRedeem = async () => {
      caller.abort()
      // On the same connection, so that the server has received the cancellation before.
      await stack.auth.getUsers({ ids: [] })
    }
    const request = { client, email: 'leaving@gatehouse.test', password, inviteCode: 'welcome' }
    await rejected(stack.auth.login(request, { signal: caller.signal }))
    await until(async () => expect(stack.sessions.revokedTokens).to.include(tokenOf(id)))
    const signIn = { accountId: id, type: 'account.sign_in' }
    expect(await stack.audit.countDocuments(signIn)).to.equal(0)
  })

  it('rejects a deleted account like an unknown one', async () => {
    const id = await stack.register({ email: 'deleted@gatehouse.test', password })
    await stack.admin.deleteAccount({ id })
    const unknown = await rejection({ email: 'nobody@gatehouse.test' })
    expect(answerOf(await rejection({ email: 'deleted@gatehouse.test' }))).to.deep.equal(answerOf(unknown))
  })

  it('signs in by email and password, the email in any letter case', async () => {
    expect(signedInOf(await login({ email: ' Ann@GATEHOUSE.test' })).accountId).to.equal(ann)
    expect(stack.sessions.created.at(-1)).to.deep.include({
      accountId: ann,
      client,
      proofMethods: [ProofMethod.PASSWORD],
    })
  })

  it('accepts both normalisation forms of a password, but no compatibility form', async () => {
    await stack.register({ email: 'nfc@gatehouse.test', password: 'Mu\u0308ller-kz7 12' })
    await login({ email: 'nfc@gatehouse.test', password: 'M\u00fcller-kz7 12' })
    await login({ email: 'nfc@gatehouse.test', password: 'Mu\u0308ller-kz7 12' })
    await rejection({ email: 'nfc@gatehouse.test', password: 'Müller-kz7 １２' })
  })

  it('compares the whole password', async () => {
    const long = '🦊'.repeat(255)
    await stack.register({ email: 'long@gatehouse.test', password: `${long}a` })
    await rejection({ email: 'long@gatehouse.test', password: `${long}b` })
    await login({ email: 'long@gatehouse.test', password: `${long}a` })
  })

  it('renews a hash of older parameters only after the right password', async () => {
    const id = await stack.register({ email: 'old@gatehouse.test', password })
    const old = hashSync(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await stack.accounts.updateOne({ _id: id }, { $set: { passwordHash: old } })
    const stored = async () => (await stack.accounts.findOne({ _id: id }))?.passwordHash

    await rejection({ email: 'old@gatehouse.test', password: 'wrong password' })
    expect(await stored()).to.equal(old)
    await login({ email: 'old@gatehouse.test' })
    const renewed = await stored()
    expect(renewed).to.contain('$m=7168,t=1,p=1$')
    await login({ email: 'old@gatehouse.test' })
    expect(await stored()).to.equal(renewed)
  })

  it('does not wait for a guild directory that does not respond', async () => {
    const impatient = await stack.replica({}, { deadlines: { inviteMs: 20 } })
    stack.guilds.beforeRedeem = () => new Promise(() => {})
    const { outcome } = await impatient.auth.login({ client, email, password, inviteCode: 'welcome' })
    expect(outcome?.$case).to.equal('signedIn')
    await impatient.close()
  })

  it('joins the guild of an invite and ignores an invalid one', async () => {
    await login({ inviteCode: 'welcome' })
    expect(stack.guilds.redeemed.at(-1)).to.deep.equal({ code: 'welcome', userId: ann })
    await login({ inviteCode: 'nonsense' })
  })

  it('logs neither passwords nor the emails of rejected sign-ins', async () => {
    await rejection({ password: 'a very wrong password' })
    const text = stack.logged.text()
    expect(text)
      .not.to.contain('a very wrong password')
      .and.not.to.contain(email)
      .and.not.to.contain(password)
  })

  it('fails with SERVICE_UNAVAILABLE while session-service is unavailable', async () => {
    await stack.sessions.makeUnavailable()
    expect((await rejection({})).code).to.equal('SERVICE_UNAVAILABLE')
    await stack.sessions.makeAvailable()
    await until(() => login())
  })
})

/** All bytes that the caller receives for a rejected call. */
function answerOf(error: Parameters<typeof toGrpcStatus>[0]) {
  const { code, details, metadata } = toGrpcStatus(error)
  return { code, details, metadata: metadata?.toJSON() }
}
