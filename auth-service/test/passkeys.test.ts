import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect } from 'chai'
import { actor, client, problems } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { type Faults, flag } from './soft-authenticator.ts'
import { successesOf } from './totp-account.ts'

describe('managing passkeys', () => {
  const { own, proved, lastEvent } = useOwnAccount()
  const { registrationChallenge, add, newAuthenticator } = passkeyAccount(own)
  const rejection = async (request: Promise<unknown>) => (await rejected(request)).code
  const list = async () => (await own.stack.auth.listPasskeys({ actor: actor(own.id) })).passkeys

  it('requires a recent proof of identity', async () => {
    const stale = { actor: actor(own.id), client }
    expect(await rejection(own.stack.auth.startPasskeyRegistration(stale))).to.equal('SUDO_MODE_REQUIRED')
    expect(await rejection(add(newAuthenticator(), stale))).to.equal('SUDO_MODE_REQUIRED')
    for (const id of ['unknown', 'x'.repeat(1364)]) {
      expect(await rejection(own.stack.auth.renamePasskey({ ...stale, id, name: 'a' }))).to.equal(
        'SUDO_MODE_REQUIRED',
      )
      const removal = own.stack.auth.removePasskey({ ...stale, id, endOtherSessions: false })
      expect(await rejection(removal)).to.equal('SUDO_MODE_REQUIRED')
    }
  })

  it('rejects names that are too short or too long', async () => {
    for (const name of ['', 'x'.repeat(101)])
      expect(problems(await rejected(add(newAuthenticator(), { name })))).to.deep.equal([
        'name:STRING_LENGTH_INVALID',
      ])
  })

  it('rejects registrations of other origins, relying parties, types and without verified user', async () => {
    const faults: Record<string, Faults> = {
      'another origin': { origin: 'https://evil.example' },
      subdomain: { origin: 'http://sub.localhost:8080' },
      scheme: { origin: 'https://localhost:8080' },
      'relying party': { rpId: 'evil.example' },
      type: { type: 'webauthn.get' },
      challenge: { challenge: 'AAAA' },
      crossOrigin: { clientData: { crossOrigin: true } },
      topOrigin: { clientData: { topOrigin: 'https://evil.example' } },
      'user not verified': { flags: flag.up | flag.at },
      'user not present': { flags: flag.uv | flag.at },
      'backed up but not eligible': { flags: flag.up | flag.uv | flag.at | flag.bs },
      'truncated data': { authenticatorData: (data) => data.subarray(0, 60) },
      'trailing data': { authenticatorData: (data) => Buffer.concat([data, Buffer.alloc(9)]) },
      certificates: {
        attestation: (object) => object.set('fmt', 'packed').set('attStmt', new Map([['x5c', []]])),
      },
      'unknown attestation': { attestation: (object) => object.set('fmt', 'tpm') },
      'algorithm of another key type': { key: (key) => isoCBOR.encode(new Map(key).set(3, -257)) },
      'key type of another algorithm': { key: (key) => isoCBOR.encode(new Map(key).set(1, 3)) },
      'point that is not on the curve': {
        key: (key) => isoCBOR.encode(new Map(key).set(-2, new Uint8Array(32))),
      },
      'algorithm that is not offered': { key: (key) => isoCBOR.encode(new Map(key).set(3, -65535)) },
      'truncated key': { key: (key) => isoCBOR.encode(key).subarray(0, 20) },
      'key without coordinates': { key: (key) => isoCBOR.encode(new Map([...key].slice(0, 3))) },
      'duplicate keys': { key: (key) => withFirstEntryTwice(isoCBOR.encode(key)) },
    }
    for (const [name, fault] of Object.entries(faults))
      expect(await rejection(add(newAuthenticator(), { faults: fault })), name).to.equal(
        'INVALID_WEBAUTHN_CREDENTIAL',
      )
  })

  it('rejects responses that have another form', async () => {
    const values = [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{"id":{}}',
      JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key' }),
    ]
    for (const responseJson of values) {
      const request = add(newAuthenticator(), { responseJson })
      expect(await rejection(request), responseJson).to.equal('INVALID_WEBAUTHN_CREDENTIAL')
    }
  })

  it('rejects challenges that are unknown, used, expired, of a sign-in, another session or account', async () => {
    const used = await registrationChallenge()
    await add(newAuthenticator(), { challenge: used })
    const expired = await registrationChallenge()
    own.stack.clock.advance(5 * minute)
    const signIn = JSON.parse((await own.stack.auth.startPasskeySignIn({})).optionsJson).challenge
    for (const challenge of ['unknown', used, expired, signIn])
      expect(await rejection(add(newAuthenticator(), { challenge }))).to.equal('INVALID_WEBAUTHN_CREDENTIAL')

    const otherSession = { ...proved(), actor: { ...proved().actor, sessionIdHash: 'other' } }
    const challenge = await registrationChallenge()
    expect(await rejection(add(newAuthenticator(), { ...otherSession, challenge }))).to.equal(
      'INVALID_WEBAUTHN_CREDENTIAL',
    )
    await add(newAuthenticator(), { challenge: await registrationChallenge() })
  })

  it('rejects a credential that is registered already, of the same and of another account', async () => {
    const authenticator = newAuthenticator()
    await add(authenticator)
    expect(await rejection(add(authenticator))).to.equal('INVALID_WEBAUTHN_CREDENTIAL')
    own.id = await own.stack.register({ email: `second-${own.id}@gatehouse.test` })
    expect(await rejection(add(authenticator))).to.equal('INVALID_WEBAUTHN_CREDENTIAL')
  })

  it('accepts at most 25 passkeys, also of concurrent requests', async () => {
    const challenges = await Promise.all(Array.from({ length: 30 }, registrationChallenge))
    const added = challenges.map((challenge) => add(newAuthenticator(), { challenge }))
    expect(await successesOf(added)).to.be.at.most(25)
    while ((await list()).length < 25) await add(newAuthenticator())
    const start = own.stack.auth.startPasskeyRegistration(proved())
    expect(await rejection(start)).to.equal('WEBAUTHN_CREDENTIAL_LIMIT_REACHED')
    const late = add(newAuthenticator(), { challenge: challenges[0] ?? '' })
    expect(await rejection(late)).to.equal('INVALID_WEBAUTHN_CREDENTIAL')
  })

  it('offers options with the stable user id and the existing credentials', async () => {
    const authenticator = newAuthenticator()
    await add(authenticator)
    const options = JSON.parse((await own.stack.auth.startPasskeyRegistration(proved())).optionsJson)
    expect(options.user.id).to.equal(Buffer.from(own.id).toString('base64url'))
    expect(options.rp).to.deep.equal({ id: 'localhost', name: 'Gatehouse' })
    const { account } = await own.stack.auth.getMe({ actor: actor(own.id) })
    expect([options.user.name, options.user.displayName]).to.deep.equal([account?.email, 'Life'])
    expect(options.excludeCredentials).to.deep.equal([
      { id: authenticator.id, transports: ['internal'], type: 'public-key' },
    ])
    expect(Buffer.from(options.challenge, 'base64url')).to.have.length(32)
  })

  it('returns the current names and passkeys for passkey managers', async () => {
    const signals = async () => (await own.stack.auth.getPasskeySignals({ actor: actor(own.id) })).signals
    const of = { rpId: 'localhost', userHandle: Buffer.from(own.id).toString('base64url') }
    expect(await signals()).to.deep.include({ ...of, credentialIds: [] })
    const authenticator = newAuthenticator()
    await add(authenticator)
    await own.stack.auth.updateMe({
      ...proved(),
      account: { username: 'new_name', globalName: 'New name' },
      updateMask: ['username', 'global_name'],
    })
    const { account } = await own.stack.auth.getMe({ actor: actor(own.id) })
    const names = { name: account?.email, displayName: 'New name' }
    expect(await signals()).to.deep.equal({ ...of, ...names, credentialIds: [authenticator.id] })
    expect(await rejection(own.stack.auth.getPasskeySignals({ actor: actor('1') }))).to.equal('UNAUTHORIZED')
  })

  it('lists, renames and removes passkeys', async () => {
    const authenticator = newAuthenticator()
    const { signals } = await add(authenticator)
    expect(signals?.credentialIds).to.deep.equal([authenticator.id])
    expect(await lastEvent()).to.deep.equal([
      'account.second_factor',
      { factor: 'webauthn', change: 'added', by: 'owner' },
    ])
    const of = { ...proved(), id: authenticator.id }
    await own.stack.auth.renamePasskey({ ...of, name: ' \u202ePho\u200bne\u2069' })
    expect(await lastEvent()).to.deep.equal([
      'account.second_factor',
      { factor: 'webauthn', change: 'renamed', by: 'owner' },
    ])
    expect((await list()).map(({ id, name }) => [id, name])).to.deep.equal([[authenticator.id, 'Phone']])
    const removed = await own.stack.auth.removePasskey({ ...of, endOtherSessions: false })
    expect(removed.signals?.credentialIds).to.deep.equal([])
    expect(await list()).to.deep.equal([])
    expect(await rejection(own.stack.auth.removePasskey({ ...of, endOtherSessions: false }))).to.equal(
      'UNKNOWN_WEBAUTHN_CREDENTIAL',
    )
    expect(await rejection(own.stack.auth.renamePasskey({ ...of, name: 'a' }))).to.equal(
      'UNKNOWN_WEBAUTHN_CREDENTIAL',
    )
  })

  it('removes the passkeys of an account whose factors an operator resets', async () => {
    await add(newAuthenticator())
    await own.stack.admin.resetSecondFactors({ id: own.id })
    expect(await list()).to.deep.equal([])
    expect(await lastEvent()).to.deep.equal([
      'account.second_factor',
      { factor: 'webauthn', change: 'removed', by: 'operator' },
    ])
  })
})

/** A map of at most 22 entries whose first entry has one byte each for key and value. CTAP2, section 8, forbids it. */
function withFirstEntryTwice(map: Uint8Array): Uint8Array {
  const [head = 0, ...entries] = map
  return Uint8Array.from([head + 1, ...entries.slice(0, 2), ...entries])
}
