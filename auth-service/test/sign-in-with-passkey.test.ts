import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { type Algorithm, type Faults, flag } from './soft-authenticator.ts'
import { successesOf } from './totp-account.ts'

describe('signing in with a passkey', () => {
  const { own, proved } = useOwnAccount()
  const { add, newAuthenticator, signInChallenge, signIn, complete, registrationChallenge } =
    passkeyAccount(own)
  let authenticator = newAuthenticator()
  beforeEach(async () => {
    authenticator = newAuthenticator()
    await add(authenticator)
  })
  const expectFailure = async (request: Promise<unknown>, unknownId: string | null = null, name = '') => {
    const { code, data } = await rejected(request)
    const unknown = unknownId && { rpId: 'localhost', credentialId: unknownId }
    expect([code, data], name).to.deep.equal([
      'PASSKEY_AUTHENTICATION_FAILED',
      { unknown_credential: unknown },
    ])
  }
  const lastSignIn = async () => {
    const query = { accountId: own.id, type: 'account.sign_in' }
    const [event] = await own.stack.audit.find(query).sort({ _id: -1 }).limit(1).toArray()
    return event && [event.outcome, event.detail]
  }

  it('rejects every assertion that is not right', async () => {
    const faults: Record<string, Faults> = {
      'another origin': { origin: 'https://evil.example' },
      subdomain: { origin: 'http://sub.localhost:8080' },
      scheme: { origin: 'https://localhost:8080' },
      'relying party': { rpId: 'evil.example' },
      type: { type: 'webauthn.create' },
      challenge: { challenge: 'AAAA' },
      crossOrigin: { clientData: { crossOrigin: true } },
      topOrigin: { clientData: { topOrigin: 'http://localhost:8080' } },
      'user not verified': { flags: flag.up },
      'user not present': { flags: flag.uv },
      'backed up but not eligible': { flags: flag.up | flag.uv | flag.bs },
      'eligible for backups only now': { flags: flag.up | flag.uv | flag.be },
      'user handle of another account': { userHandle: '1' },
      'no user handle': { userHandle: '' },
      'wrong signature': {
        signature: (signature) => Buffer.concat([signature.subarray(1), Buffer.from([1])]),
      },
      'empty signature': { signature: () => Buffer.alloc(1) },
      'extension data that is no CBOR': { flags: flag.up | flag.uv | flag.ed },
      'key of its own': { flags: flag.up | flag.uv | flag.at },
      'truncated data': { authenticatorData: (data) => data.subarray(0, 36) },
      'large data': { authenticatorData: (data) => Buffer.concat([data, Buffer.alloc(1024 * 1024)]) },
      'other data': { authenticatorData: (data) => Buffer.concat([data.subarray(0, 36), Buffer.from([9])]) },
    }
    for (const [name, fault] of Object.entries(faults))
      await expectFailure(signIn(authenticator, fault), null, name)
    expect(await lastSignIn()).to.deep.equal(['failed', { method: 'passkey', reason: 'passkey' }])
    await signIn(authenticator)
  })

  it('rejects responses that have another form', async () => {
    for (const response of ['', 'null', '[]', '{}', '{"id":{"$ne":null}}'])
      await expectFailure(complete(await signInChallenge(), response))
  })

  it('rejects challenges that are unknown, used, expired or of a registration', async () => {
    const used = await signInChallenge()
    const assertion = authenticator.assert(used)
    await complete(used, assertion)
    await expectFailure(complete(used, assertion))
    const registration = await registrationChallenge()
    const expired = await signInChallenge()
    own.stack.clock.advance(5 * minute)
    for (const challenge of ['unknown', registration, expired])
      await expectFailure(complete(challenge, authenticator.assert(challenge)))
  })

  it('accepts one of 50 concurrent requests with one challenge, over two replicas', async () => {
    const replica = await own.stack.replica()
    const challenge = await signInChallenge()
    const request = { client, challenge, responseJson: authenticator.assert(challenge) }
    const requests = Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? replica : own.stack).auth.completePasskeySignIn(request),
    )
    expect(await successesOf(requests)).to.equal(1)
    await replica.close()
  })

  it('names the credential of a passkey that was removed, or whose account was erased', async () => {
    const stranger = newAuthenticator()
    await expectFailure(signIn(stranger), stranger.id)
    await own.stack.auth.removePasskey({ ...proved(), id: authenticator.id, endOtherSessions: false })
    await expectFailure(signIn(authenticator), authenticator.id)
    await add(authenticator)
    await own.stack.admin.deleteAccount({ id: own.id })
    await expectFailure(signIn(authenticator), authenticator.id)
  })

  it('rejects the id of a passkey with the signature of another one', async () => {
    const other = newAuthenticator({ algorithm: 'RS256' })
    await add(other)
    const challenge = await signInChallenge()
    const { id } = authenticator
    const forged = { ...JSON.parse(other.assert(challenge)), id, rawId: id }
    await expectFailure(complete(challenge, JSON.stringify(forged)))
  })

  it('ends the session of a passkey that is removed meanwhile', async () => {
    own.stack.sessions.beforeCreate = async () => {
      await own.stack.auth.removePasskey({ ...proved(), id: authenticator.id, endOtherSessions: true })
    }
    const ended = own.stack.sessions.revokedTokens.length
    expect((await rejected(signIn(authenticator))).code).to.equal('SERVICE_UNAVAILABLE')
    expect(own.stack.sessions.revokedTokens).to.have.length(ended + 1)
    expect(await lastSignIn()).to.equal(undefined)
  })

  it('rejects a counter that did not increase', async () => {
    await signIn(authenticator, { counter: 5 })
    for (const counter of [5, 4, 0]) {
      await expectFailure(signIn(authenticator, { counter }))
      expect(await lastSignIn()).to.deep.equal(['failed', { method: 'passkey', reason: 'counter' }])
    }
    await signIn(authenticator, { counter: 6 })
  })

  it('rejects the passkey of a suspended account, only if the passkey is right', async () => {
    await own.stack.admin.disableAccount({ id: own.id })
    await expectFailure(signIn(authenticator, { counter: 0, userHandle: '1' }))
    expect((await rejected(signIn(authenticator))).code).to.equal('ACCOUNT_SUSPENDED_PERMANENTLY')
  })

  it('signs in with keys of each algorithm, as a proof with a second factor', async () => {
    for (const algorithm of ['ES256', 'EdDSA', 'RS256'] satisfies Algorithm[]) {
      const other = newAuthenticator({ algorithm })
      await add(other)
      const { signedIn } = await signIn(other)
      expect(signedIn?.accountId).to.equal(own.id)
    }
    expect(own.stack.sessions.created.at(-1)?.proofMethods).to.deep.equal([ProofMethod.WEBAUTHN])
    expect(await lastSignIn()).to.deep.equal(['ok', { method: 'passkey' }])
    const { passkeys } = await own.stack.auth.listPasskeys({ actor: proved().actor })
    expect(passkeys.filter(({ lastUsedAt }) => lastUsedAt)).to.have.length(3)
  })

  it('offers the same options with and without accounts', async () => {
    const options = JSON.parse((await own.stack.auth.startPasskeySignIn({})).optionsJson)
    expect(options).to.deep.include({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  })
})
