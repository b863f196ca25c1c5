import { randomBytes } from 'node:crypto'
import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { successesOf, totpAccount, totpProof } from './totp-account.ts'

describe('TOTP of an account', () => {
  const { own, lastEvent } = useOwnAccount()
  const { proved, codeOf, enableWith, enable, login, ticket } = totpAccount(own)
  const setUp = () => own.stack.auth.setUpTotp(proved())
  const disable = (code: string, endOtherSessions = false) =>
    own.stack.auth.disableTotp({ ...proved(), code, endOtherSessions })
  const stored = () => own.stack.accounts.findOne({ _id: own.id })
  const me = async () => (await own.stack.auth.getMe({ actor: actor(own.id) })).account

  describe('Auth.SetUpTotp', () => {
    it('rejects a caller without a recent proof', async () => {
      const unproved = { actor: actor(own.id), client }
      expect((await rejected(own.stack.auth.setUpTotp(unproved))).code).to.equal('SUDO_MODE_REQUIRED')
      const enabling = own.stack.auth.enableTotp({ ...unproved, code: '123456', endOtherSessions: false })
      expect((await rejected(enabling)).code).to.equal('SUDO_MODE_REQUIRED')
      const wrong = own.stack.auth.setUpTotp({ ...unproved, password: 'wrong password' })
      expect(problems(await rejected(wrong))).to.deep.equal(['password:INVALID_PASSWORD'])
    })

    it('rejects an account that already has an authenticator app', async () => {
      const { secret } = await enable()
      const proved = {
        actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
        client,
      }
      expect((await rejected(own.stack.auth.setUpTotp(proved))).code).to.equal('TWO_FACTOR_ALREADY_ENABLED')
      own.stack.clock.advance(minute)
      await own.stack.auth.disableTotp({ ...proved, code: codeOf(secret), endOtherSessions: false })
      await own.stack.auth.setUpTotp(proved)
    })

    it('returns 160 bits in base32 and a URI, and stores the secret encrypted', async () => {
      const { secret, otpauthUri } = await setUp()
      expect(secret).to.match(/^[A-Z2-7]{32}$/)
      const uri = new URL(otpauthUri)
      expect(decodeURIComponent(uri.pathname)).to.match(/Gatehouse:life-\d+@gatehouse\.test$/)
      expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).to.deep.equal([
        secret,
        'Gatehouse',
      ])
      expect(JSON.stringify(await stored())).to.not.contain(secret)
      expect(own.stack.logged.text()).to.not.contain(secret)
      expect(await me()).to.deep.include({ mfaEnabled: false, authenticatorTypes: [] })
    })
  })

  describe('Auth.EnableTotp', () => {
    it('rejects codes without a secret, and after ten minutes', async () => {
      expect(problems(await rejected(enableWith({ code: '123456' })))).to.deep.equal(['secret:REQUIRED'])
      const { secret } = await setUp()
      own.stack.clock.advance(10 * minute)
      const late = await rejected(enableWith({ code: codeOf(secret) }))
      expect(problems(late)).to.deep.equal(['secret:REQUIRED'])
    })

    it('rejects wrong codes, codes two periods away, backup codes and codes of the secret before the last two', async () => {
      const earlier = await setUp()
      await setUp()
      const { secret } = await setUp()
      const wrong = [
        codeOf(secret, -2),
        codeOf(secret, 2),
        codeOf(earlier.secret),
        '000000',
        '',
        'abcdefghij',
      ]
      for (const code of wrong)
        expect(problems(await rejected(enableWith({ code }))), code).to.deep.equal(['code:INVALID_CODE'])
      expect(await me()).to.deep.include({ mfaEnabled: false })
    })

    it('accepts the code of either of two setups, as in two tabs, for ten minutes each', async () => {
      const first = await setUp()
      own.stack.clock.advance(9 * minute)
      const second = await setUp()
      own.stack.clock.advance(minute)
      const late = await rejected(enableWith({ code: codeOf(first.secret) }))
      expect(problems(late)).to.deep.equal(['code:INVALID_CODE'])
      await setUp()
      await enableWith({ code: codeOf(second.secret) })
      const { factors } = (await own.stack.accounts.findOne({ _id: own.id })) ?? {}
      expect(factors)
        .to.include.keys('totp', 'backupCodes')
        .and.not.include.keys('pendingTotp', 'formerPendingTotp')
    })

    it('rejects secrets that are no base32 or too short or too long', async () => {
      const wrong = ['', 'JBSWY3DPEHPK3PXP', 'A'.repeat(104), '1'.repeat(32), 'ä'.repeat(32)]
      for (const secret of [...wrong, 'A'.repeat(27), `${'A'.repeat(25)}B`]) {
        const error = await rejected(enableWith({ secret, code: '123456' }))
        expect(problems(error), secret).to.deep.equal(['secret:TOTP_SECRET_INVALID'])
      }
    })

    it('accepts the code of the period before, ten backup codes are new and the session is proved', async () => {
      const { secret } = await setUp()
      const { backupCodes } = await enableWith({ code: codeOf(secret, -1) })
      expect(backupCodes).to.have.length(10)
      for (const { code, consumed } of backupCodes) {
        expect(code).to.match(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
        expect(consumed).to.equal(false)
        expect(JSON.stringify(await stored()))
          .to.not.contain(code)
          .and.not.contain(code.replace('-', ''))
      }
      expect(new Set(backupCodes.map(({ code }) => code)).size).to.equal(10)
      expect(own.stack.sessions.proofs.at(-1)?.methods).to.deep.equal([ProofMethod.TOTP])
      expect(await me()).to.deep.include({ mfaEnabled: true, authenticatorTypes: [AuthenticatorType.TOTP] })
      expect(await lastEvent()).to.deep.equal([
        'account.second_factor',
        { factor: 'totp', change: 'added', by: 'owner' },
      ])
    })

    it('accepts a secret of the client, in lower case and with spaces', async () => {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      const typed = secret.toLowerCase().replace(/.{4}/g, '$& ')
      await enableWith({ secret: typed, code: codeOf(secret, 1) })
      expect((await rejected(setUp())).code).to.equal('SUDO_MODE_REQUIRED')
    })

    it('enables once for concurrent requests', async () => {
      const { secret } = await setUp()
      const calls = Array.from({ length: 10 }, () => enableWith({ code: codeOf(secret) }))
      expect(await successesOf(calls)).to.equal(1)
    })

    it('ends the other sessions only if requested', async () => {
      const first = await setUp()
      const before = own.stack.sessions.revokedAll.length
      await enableWith({ code: codeOf(first.secret) })
      expect(own.stack.sessions.revokedAll).to.have.length(before)
      own.stack.clock.advance(minute)
      await disable(codeOf(first.secret))
      const { secret } = await setUp()
      await enableWith({ code: codeOf(secret), endOtherSessions: true })
      expect(own.stack.sessions.revokedAll.at(-1)).to.include({ accountId: own.id, exceptIdHash: 'hash' })
      expect((await stored())?.pendingRevocations ?? []).to.deep.equal([])
    })
  })

  describe('Auth.DisableTotp', () => {
    it('rejects an account without TOTP, wrong codes and used codes', async () => {
      expect((await rejected(disable('123456'))).code).to.equal('TWO_FACTOR_NOT_ENABLED')
      const { secret } = await enable()
      const enabling = codeOf(secret, -2)
      for (const code of [enabling, '000000', '', 'aaaaa-aaaaa'])
        expect(problems(await rejected(disable(code))), code).to.deep.equal(['code:INVALID_CODE'])
      const used = codeOf(secret)
      await own.stack.auth.completeLoginWithTotp({ client, ticket: await ticket(), code: used })
      expect(problems(await rejected(disable(used)))).to.deep.equal(['code:CODE_ALREADY_USED'])
      expect((await me())?.mfaEnabled).to.equal(true)
    })

    it('removes the secret and the backup codes', async () => {
      const { secret } = await enable()
      await disable(codeOf(secret))
      expect((await stored())?.factors).to.deep.equal({})
      expect(await lastEvent()).to.deep.equal([
        'account.second_factor',
        { factor: 'totp', change: 'removed', by: 'owner' },
      ])
      expect((await login()).outcome?.$case).to.equal('signedIn')
    })

    it('accepts a backup code and ends the other sessions if requested', async () => {
      const { backupCodes } = await enable()
      await disable(backupCodes[0] ?? '', true)
      expect(own.stack.sessions.revokedAll.at(-1)).to.include({ accountId: own.id, exceptIdHash: 'hash' })
    })
  })

  it('accepts a secret that an older key of the key ring encrypted', async () => {
    const { secret } = await enable()
    const { keys, current } = JSON.parse(own.stack.keys) as { keys: Record<string, string>; current: string }
    const rotated = { current: 'new', keys: { ...keys, new: randomBytes(32).toString('base64') } }
    const replica = await own.stack.replica({ keys: JSON.stringify(rotated) })
    const proof = { ...proved(), secondFactor: totpProof(codeOf(secret)) }
    const { backupCodes } = await replica.auth.replaceBackupCodes(proof)
    await replica.auth.assertStepUp({ ...proved(), secondFactor: totpProof(backupCodes[0]?.code ?? '') })
    await replica.close()
    expect((await stored())?.factors?.totp?.sealedSecret).to.match(new RegExp(`^v1\\.${current}\\.`))
  })

  it('removes the factors of an erased account', async () => {
    const { secret } = await enable()
    await own.stack.admin.deleteAccount({ id: own.id })
    expect(JSON.stringify(await stored()))
      .to.not.contain('factors')
      .and.not.contain(secret)
  })

  describe('AuthAdmin.ResetSecondFactors', () => {
    it('rejects an unknown account', async () => {
      expect((await rejected(own.stack.admin.resetSecondFactors({ id: '1' }))).code).to.equal('UNKNOWN_USER')
    })

    it('removes all factors, so that the password is enough, and can be repeated', async () => {
      await enable()
      const before = await own.stack.admin.getAccount({ id: own.id })
      expect(before.account?.authenticatorTypes).to.deep.equal([AuthenticatorType.TOTP])
      const { account } = await own.stack.admin.resetSecondFactors({ id: own.id })
      expect(account?.authenticatorTypes).to.deep.equal([])
      const events = () =>
        own.stack.audit.countDocuments({ accountId: own.id, type: 'account.second_factor' })
      const count = await events()
      await own.stack.admin.resetSecondFactors({ id: own.id })
      expect(await events()).to.equal(count)
      expect((await login()).outcome?.$case).to.equal('signedIn')
      await own.stack.auth.assertStepUp({ actor: actor(own.id), client, password })
    })
  })
})
