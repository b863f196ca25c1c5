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

  const faults: Record<string, [Faults, string]> = {
    'another origin': [{ origin: 'https://evil.example' }, 'origin'],
    subdomain: [{ origin: 'http://sub.localhost:8080' }, 'origin'],
    scheme: [{ origin: 'https://localhost:8080' }, 'origin'],
    'relying party': [{ rpId: 'evil.example' }, 'rp_id'],
    type: [{ type: 'webauthn.create' }, 'type'],
    challenge: [{ challenge: 'AAAA' }, 'challenge'],
    crossOrigin: [{ clientData: { crossOrigin: true } }, 'form'],
    topOrigin: [{ clientData: { topOrigin: 'http://localhost:8080' } }, 'form'],
    'user not verified': [{ flags: flag.up }, 'user_verification'],
    'user not present': [{ flags: flag.uv }, 'user_presence'],
    'backed up but not eligible': [{ flags: flag.up | flag.uv | flag.bs }, 'backup_eligibility'],
    'eligible for backups only now': [{ flags: flag.up | flag.uv | flag.be }, 'backup_eligibility'],
    'user handle of another account': [{ userHandle: '1' }, 'user_handle'],
    'no user handle': [{ userHandle: '' }, 'user_handle'],
    'wrong signature': [
      { signature: (signature) => Buffer.concat([signature.subarray(1), Buffer.from([1])]) },
      'signature',
    ],
    'empty signature': [{ signature: () => Buffer.alloc(1) }, 'signature'],
    'extension data that is no CBOR': [{ flags: flag.up | flag.uv | flag.ed }, 'form'],
    'key of its own': [{ flags: flag.up | flag.uv | flag.at }, 'form'],
    'truncated data': [{ authenticatorData: (data) => data.subarray(0, 36) }, 'form'],
    'large data': [{ authenticatorData: (data) => Buffer.concat([data, Buffer.alloc(1024 * 1024)]) }, 'form'],
    'other data': [
      { authenticatorData: (data) => Buffer.concat([data.subarray(0, 36), Buffer.from([9])]) },
      'signature',
    ],
  }

  for (const [name, [fault, problem]] of Object.entries(faults))
    it(`rejects ${name}, and only the logs say why`, async () => {
      own.stack.logged.lines.length = 0
      await expectFailure(signIn(authenticator, fault), null, name)
      const logged = own.stack.logged.lines.filter(({ event }) => event === 'passkey.rejected')
      expect(logged).to.have.length(1)
      expect(logged[0]?.reason).to.match(new RegExp(`^${problem}: `))
      if (problem === 'origin') expect(logged[0]?.reason).to.contain(`(${fault.origin})`)
      // Without a response of the right form, there is no account.
      const hasAccount = fault.clientData === undefined
      if (hasAccount)
        expect(await lastSignIn()).to.deep.equal([
          'failed',
          { method: 'passkey', reason: 'passkey', problem },
        ])
      const metrics = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
      expect(metrics).to.match(new RegExp(`gatehouse_passkey_rejections_total\\{reason="${problem}"\\} \\d`))
      await signIn(authenticator)
    })

  it('logs no origin of another form', async () => {
    own.stack.logged.lines.length = 0
    for (const origin of ['<script>', 'a b', 'x'.repeat(5000), ''])
      await expectFailure(signIn(authenticator, { origin }))
    const text = own.stack.logged.text()
    expect(text).to.not.contain('<script>').and.not.contain('a b)').and.not.contain('x'.repeat(101))
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
