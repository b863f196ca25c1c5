import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { type Faults, flag } from './soft-authenticator.ts'
import { successesOf, totpAccount } from './totp-account.ts'

describe('passkeys as second factor', () => {
  const { own, proved } = useOwnAccount()
  const { add, newAuthenticator, signInChallenge } = passkeyAccount(own)
  const { enable, ticket, login } = totpAccount(own)
  let authenticator = newAuthenticator()
  beforeEach(async () => {
    authenticator = newAuthenticator()
    await add(authenticator)
    await enable()
  })
  const challengeFor = async (pending: string): Promise<string> =>
    JSON.parse((await own.stack.auth.startLoginWithPasskey({ ticket: pending })).optionsJson).challenge
  const complete = (pending: string, challenge: string, faults: Faults = {}) => {
    const responseJson = authenticator.assert(challenge, faults)
    return own.stack.auth.completeLoginWithPasskey({ client, ticket: pending, challenge, responseJson })
  }
  const rejection = async (request: Promise<unknown>) => {
    const error = await rejected(request)
    return error.fields.length > 0 ? problems(error) : [error.code]
  }
  const failed = ['PASSKEY_AUTHENTICATION_FAILED']
  const dead = ['ticket:SESSION_TIMEOUT']

  it('offers the passkeys of the account, and none without a passkey', async () => {
    const { outcome } = await login()
    const methods = [AuthenticatorType.TOTP, AuthenticatorType.WEBAUTHN]
    expect(outcome?.value).to.deep.include({ methods })
    const options = JSON.parse(
      (await own.stack.auth.startLoginWithPasskey({ ticket: await ticket() })).optionsJson,
    )
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).to.deep.equal([authenticator.id])
    await own.stack.auth.removePasskey({ ...fresh(), id: authenticator.id, endOtherSessions: false })
    const pending = await ticket()
    expect(await rejection(challengeFor(pending))).to.deep.equal(['NO_PASSKEYS_REGISTERED'])
    expect(await rejection(complete(pending, 'x'))).to.deep.equal(['NO_PASSKEYS_REGISTERED'])
  })

  it('rejects texts that are no ticket, expired tickets and used ones', async () => {
    const [pending, expired] = [await ticket(), await ticket()]
    const late = await challengeFor(expired)
    const challenge = await challengeFor(pending)
    await complete(pending, challenge)
    for (const text of ['', 'x', pending]) expect(await rejection(challengeFor(text))).to.deep.equal(dead)
    own.stack.clock.advance(5 * minute)
    expect(await rejection(complete(expired, late))).to.deep.equal(dead)
  })

  it('rejects challenges of another ticket, a sign-in without a ticket, and a step-up', async () => {
    const [pending, other] = [await ticket(), await ticket()]
    const stepUp = JSON.parse((await own.stack.auth.startPasskeyStepUp(proved())).optionsJson).challenge
    for (const challenge of [await challengeFor(other), await signInChallenge(), stepUp])
      expect(await rejection(complete(pending, challenge))).to.deep.equal(failed)
  })

  it('ends a ticket after five wrong passkeys, and rejects those of other accounts', async () => {
    const pending = await ticket()
    const mine = authenticator
    const first = { id: own.id, email: own.email }
    own.id = await own.stack.register({ email: `other-${own.id}@gatehouse.test` })
    authenticator = newAuthenticator()
    await add(authenticator)
    expect(await rejection(complete(pending, await challengeFor(pending)))).to.deep.equal(failed)
    Object.assign(own, first)
    authenticator = mine
    const faults: Faults[] = [{ flags: 0 }, { origin: 'http://x' }, { userHandle: '1' }, { rpId: 'x' }]
    for (const fault of faults)
      expect(await rejection(complete(pending, await challengeFor(pending), fault))).to.deep.equal(failed)
    expect(await rejection(challengeFor(pending))).to.deep.equal(dead)
  })

  it('signs in once per ticket, without user verification, as a proof with both factors', async () => {
    const pending = await ticket()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeFor(pending)))
    const requests = challenges.map((challenge) => complete(pending, challenge, { flags: flag.up }))
    expect(await successesOf(requests)).to.equal(1)
    const { proofMethods } = own.stack.sessions.created.at(-1) ?? {}
    expect(proofMethods).to.deep.equal([ProofMethod.PASSWORD, ProofMethod.WEBAUTHN])
  })

  it('requires a passkey without another factor only if the owner wants it', async () => {
    const require = (required: boolean, from = proved()) =>
      own.stack.auth.setPasskeyRequirement({ ...from, required })
    own.email = `only-${own.id}@gatehouse.test`
    own.id = await own.stack.register({ email: own.email, password })
    expect(await rejection(require(true))).to.deep.equal(['NO_PASSKEYS_REGISTERED'])
    authenticator = newAuthenticator()
    await add(authenticator)
    expect((await login()).outcome?.$case).to.equal('signedIn')
    expect(await rejection(require(true, { actor: actor(own.id), client }))).to.deep.equal([
      'SUDO_MODE_REQUIRED',
    ])
    expect(await require(true)).to.include({ required: true })
    const { account } = await own.stack.auth.getMe({ actor: actor(own.id) })
    expect(account).to.deep.include({ requiresPasskey: true, mfaEnabled: true })
    const pending = await ticket()
    await complete(pending, await challengeFor(pending))
    expect(await rejection(require(false))).to.deep.equal(['SUDO_MODE_REQUIRED'])
    expect(await require(false, fresh())).to.deep.equal({ required: false, backupCodes: [] })
    await require(true)
    await own.stack.auth.removePasskey({ ...fresh(), id: authenticator.id, endOtherSessions: false })
    await add(newAuthenticator())
    expect((await login()).outcome?.$case).to.equal('signedIn')
  })

  it('proves the identity of the session that requested the challenge', async () => {
    const stale = { actor: actor(own.id), client }
    const start = async () =>
      JSON.parse((await own.stack.auth.startPasskeyStepUp(stale)).optionsJson).challenge as string
    const proveWith = (
      challenge: string,
      { faults = {}, ...of }: { faults?: Faults } & Partial<typeof stale> = {},
    ) => {
      const responseJson = authenticator.assert(challenge, faults)
      const secondFactor = { method: AuthenticatorType.WEBAUTHN, code: '', challenge, responseJson }
      return own.stack.auth.assertStepUp({ ...stale, ...of, secondFactor })
    }
    const wrong = ['second_factor.response_json:INVALID_PASSKEY_RESPONSE']
    expect(await rejection(proveWith('unknown'))).to.deep.equal(wrong)
    expect(await rejection(proveWith(await start(), { faults: { origin: 'http://x' } }))).to.deep.equal(wrong)
    const otherSession = { actor: { ...stale.actor, sessionIdHash: 'other' } }
    expect(await rejection(proveWith(await start(), otherSession))).to.deep.equal(wrong)
    const challenge = await start()
    await proveWith(challenge)
    expect(await rejection(proveWith(challenge))).to.deep.equal(wrong)
  })

  const fresh = () => ({
    actor: { ...proved().actor, provedWithSecondFactor: true },
    client,
  })
})
