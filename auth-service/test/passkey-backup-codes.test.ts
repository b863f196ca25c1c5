import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, problems } from './auth-harness.ts'
import { useOwnAccount } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { totpAccount, totpProof } from './totp-account.ts'

describe('backup codes of an account that requires a passkey', () => {
  const { own, proved } = useOwnAccount()
  const { add, newAuthenticator } = passkeyAccount(own)
  const { enable, ticket, login, complete, rejection } = totpAccount(own)
  let authenticator = newAuthenticator()
  beforeEach(async () => {
    authenticator = newAuthenticator()
    await add(authenticator)
  })
  /** A recent proof with a second factor. */
  const fresh = () => ({ actor: { ...proved().actor, provedWithSecondFactor: true }, client })
  const require = async (required = true) => {
    const { backupCodes } = await own.stack.auth.setPasskeyRequirement({ ...fresh(), required })
    return backupCodes.map(({ code }) => code)
  }
  const replace = async () => {
    const { backupCodes } = await own.stack.auth.replaceBackupCodes({ ...fresh(), endOtherSessions: false })
    return backupCodes.map(({ code }) => code)
  }
  const listed = async () => (await own.stack.auth.listBackupCodes(fresh())).backupCodes
  const stored = async () => (await own.stack.accounts.findOne({ _id: own.id }))?.factors?.backupCodes
  const codeOf = async (call: Promise<unknown>) => (await rejected(call)).code
  const required = async () => {
    const { outcome } = await login()
    if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
    return outcome.value
  }

  it('are created with the requirement of a single passkey, and sign in once each', async () => {
    const codes = await require()
    expect(codes).to.have.length(10)
    expect(await listed()).to.have.length(10)
    expect(await required()).to.include({ backupCodes: true })
    const [first = '', second = ''] = codes
    const pending = await ticket()
    expect(await rejection(pending, 'aaaaa-aaaaa')).to.deep.equal(['code:INVALID_CODE'])
    expect(await rejection(pending, '123456')).to.deep.equal(['code:INVALID_CODE'])
    await complete(pending, first)
    const { proofMethods } = own.stack.sessions.created.at(-1) ?? {}
    expect(proofMethods).to.deep.equal([ProofMethod.PASSWORD, ProofMethod.BACKUP_CODE])
    expect(await rejection(await ticket(), first)).to.deep.equal(['code:CODE_ALREADY_USED'])
    await complete(await ticket(), second)
    const events = await own.stack.audit
      .find({ accountId: own.id, type: 'account.backup_codes' })
      .sort({ _id: 1 })
      .toArray()
    expect(events.map(({ detail }) => [detail.change, detail.left])).to.deep.equal([
      ['replaced', '10'],
      ['used', '9'],
      ['used', '8'],
    ])
  })

  it('are created neither for two passkeys, nor again, nor beside those of an authenticator app', async () => {
    await require()
    expect(await require()).to.deep.equal([])
    await require(false)
    await add(newAuthenticator())
    expect(await require()).to.deep.equal([])
    expect(await required()).to.include({ backupCodes: false })
    await require(false)
    await own.stack.auth.removePasskey({ ...fresh(), id: authenticator.id, endOtherSessions: false })
    const { backupCodes } = await enable()
    expect(await require()).to.deep.equal([])
    await complete(await ticket(), backupCodes[0] ?? '')
  })

  it('are replaced and listed on request, also with two passkeys', async () => {
    await add(newAuthenticator())
    expect(await codeOf(replace())).to.equal('TWO_FACTOR_NOT_ENABLED')
    await require()
    expect(await listed()).to.deep.equal([])
    const [old = ''] = await replace()
    const [code = ''] = await replace()
    expect(await rejection(await ticket(), old)).to.deep.equal(['code:INVALID_CODE'])
    await complete(await ticket(), code)
  })

  it('are removed when nothing requires them any more', async () => {
    await require()
    await require(false)
    expect(await stored()).to.equal(undefined)
    await require()
    await own.stack.auth.removePasskey({ ...fresh(), id: authenticator.id, endOtherSessions: false })
    expect(await stored()).to.equal(undefined)
    expect((await login()).outcome?.$case).to.equal('signedIn')
    expect(await codeOf(listed())).to.equal('TWO_FACTOR_NOT_ENABLED')
  })

  it('stay when the authenticator app beside the passkey is removed, and go without one', async () => {
    const {
      backupCodes: [disabling = '', left = ''],
    } = await enable()
    await require()
    await own.stack.auth.disableTotp({ ...proved(), code: disabling, endOtherSessions: false })
    expect(await required()).to.deep.include({ methods: [AuthenticatorType.WEBAUTHN], backupCodes: true })
    await complete(await ticket(), left)
    await require(false)
    const again = await enable()
    const code = again.backupCodes[0] ?? ''
    await own.stack.auth.disableTotp({ ...proved(), code, endOtherSessions: false })
    expect(await stored()).to.equal(undefined)
  })

  it('are no way in for an account that requires no second factor', async () => {
    const pending = await (async () => {
      await require()
      return ticket()
    })()
    const [code = ''] = await replace()
    await require(false)
    expect(await rejection(pending, code)).to.deep.equal(['code:TOTP_NOT_ENABLED'])
  })

  it('prove the identity of a signed-in person', async () => {
    const [code = '', other = ''] = await require()
    const stale = { actor: actor(own.id), client }
    const error = await rejected(own.stack.auth.assertStepUp(stale))
    expect(error.data).to.deep.include({ has_mfa: true, methods: ['webauthn', 'backup_code'] })
    const prove = (typed: string) => own.stack.auth.assertStepUp({ ...stale, secondFactor: totpProof(typed) })
    expect(problems(await rejected(prove('aaaaa-aaaaa')))).to.deep.equal([
      'second_factor.code:INVALID_MFA_CODE',
    ])
    await prove(code)
    expect(problems(await rejected(prove(code)))).to.deep.equal(['second_factor.code:CODE_ALREADY_USED'])
    await prove(other)
  })

  it('are not named when all are used', async () => {
    const codes = await require()
    for (const code of codes) {
      await complete(await ticket(), code)
      own.stack.clock.advance(15 * 60_000)
    }
    expect(await required()).to.include({ backupCodes: false })
    expect(await rejection(await ticket(), codes[0] ?? '')).to.deep.equal(['code:TOTP_NOT_ENABLED'])
    expect(
      (await rejected(own.stack.auth.assertStepUp({ actor: actor(own.id), client }))).data,
    ).to.deep.include({
      methods: ['webauthn'],
    })
  })
})
