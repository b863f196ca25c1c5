import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, client, password, problems } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { totpAccount, totpProof } from './totp-account.ts'

const newPassword = 'amber-lantern-1843'

describe('step-up of an account with TOTP', () => {
  const { own } = useOwnAccount()
  const { codeOf, enable, ticket } = totpAccount(own)
  let secret = ''
  let backupCodes: string[] = []
  beforeEach(async () => {
    ;({ secret, backupCodes } = await enable())
  })

  const unproved = () => ({ actor: actor(own.id), client })
  const withPassword = () => ({ actor: actor(own.id, own.stack.clock.now()), client })
  const withFactor = (ageMs = 0) => ({
    actor: { ...actor(own.id, own.stack.clock.now() - ageMs), provedWithSecondFactor: true },
    client,
  })
  const assertStepUp = (request: Parameters<typeof own.stack.auth.assertStepUp>[0]) =>
    own.stack.auth.assertStepUp(request)
  const code = (text: string) => ({ ...unproved(), secondFactor: totpProof(text) })

  it('requires TOTP although the password was proved or is sent', async () => {
    const { auth } = own.stack
    for (const call of [
      () => assertStepUp(unproved()),
      () => assertStepUp(withPassword()),
      () => assertStepUp({ ...unproved(), password }),
      () => assertStepUp({ ...unproved(), password: 'wrong password' }),
      () => assertStepUp(withFactor(5 * minute + 1)),
      () => auth.disableMe({ ...withPassword(), password }),
      () => auth.deleteMe({ ...withPassword(), password }),
      () => auth.listBackupCodes(withPassword()),
      () => auth.replaceBackupCodes(withPassword()),
      () => own.stack.updateMe({ ...withPassword(), password, newPassword }),
      () => own.stack.updateMe({ ...withPassword(), username: 'somebody_else' }),
    ]) {
      const error = await rejected(call())
      expect([error.code, error.data]).to.deep.equal([
        'SUDO_MODE_REQUIRED',
        { has_mfa: true, methods: ['totp'] },
      ])
    }
    expect(own.stack.sessions.proofs.at(-1)?.methods).to.deep.equal([ProofMethod.TOTP])
  })

  it('rejects wrong and used codes, also if the proof of the session is recent', async () => {
    const used = [codeOf(secret), backupCodes[0] ?? '']
    for (const text of used) await assertStepUp(code(text))
    // A used one counts nowhere.
    for (const text of [...used, ...used, ...used, ...used, ...used, ...used])
      expect(problems(await rejected(assertStepUp(code(text)))), text).to.deep.equal([
        'second_factor.code:CODE_ALREADY_USED',
      ])
    for (const text of [codeOf(secret, -2), '000000', 'aaaaa-aaaaa', '']) {
      const request = { ...withFactor(), secondFactor: totpProof(text) }
      expect(problems(await rejected(assertStepUp(request))), text).to.deep.equal([
        'second_factor.code:INVALID_MFA_CODE',
      ])
    }
  })

  it('rejects methods that the account does not have', async () => {
    for (const method of [AuthenticatorType.SMS, AuthenticatorType.WEBAUTHN, AuthenticatorType.UNSPECIFIED]) {
      const request = { ...unproved(), secondFactor: { method, code: codeOf(secret) } }
      expect((await rejected(assertStepUp(request))).code).to.equal('SUDO_MODE_REQUIRED')
    }
  })

  it('rejects the code of a sign-in as a proof, and the other way round', async () => {
    const used = codeOf(secret)
    await own.stack.auth.completeLoginWithTotp({ client, ticket: await ticket(), code: used })
    expect(problems(await rejected(assertStepUp(code(used))))).to.deep.equal([
      'second_factor.code:CODE_ALREADY_USED',
    ])
    const [event] = await own.stack.audit.find({ accountId: own.id }).sort({ _id: -1 }).limit(1).toArray()
    expect([event?.type, event?.outcome, event?.detail]).to.deep.equal([
      ...['account.step_up', 'failed', { method: 'totp', reason: 'code_used' }],
    ])
  })

  it('checks a wrong password although the proof is recent', async () => {
    const error = await rejected(assertStepUp({ ...withFactor(), password: 'wrong password' }))
    expect(problems(error)).to.deep.equal(['password:INVALID_PASSWORD'])
    await assertStepUp({ ...withFactor(), password })
    expect(own.stack.sessions.proofs.at(-1)?.methods).to.deep.equal([ProofMethod.TOTP])
  })

  it('stores the proof with the session', async () => {
    await assertStepUp(code(codeOf(secret)))
    const proof = { accountId: own.id, idHash: 'hash' }
    expect(own.stack.sessions.proofs.at(-1)).to.deep.equal({ ...proof, methods: [ProofMethod.TOTP] })
    await assertStepUp(code(backupCodes[0] ?? ''))
    expect(own.stack.sessions.proofs.at(-1)).to.deep.equal({ ...proof, methods: [ProofMethod.BACKUP_CODE] })
    await assertStepUp(withFactor(5 * minute))
  })

  it('changes the password with the code and the current password only', async () => {
    const change = { newPassword, secondFactor: totpProof(codeOf(secret)) }
    const missing = await rejected(own.stack.updateMe({ ...unproved(), ...change }))
    expect(problems(missing)).to.deep.equal(['password:REQUIRED'])
    const wrong = await rejected(
      own.stack.updateMe({ ...withFactor(), newPassword, password: 'wrong password' }),
    )
    expect(problems(wrong)).to.deep.equal(['password:INVALID_PASSWORD'])
    await own.stack.updateMe({ ...withFactor(), newPassword, password })
  })

  it('uses no code for a request with another problem', async () => {
    const secondFactor = totpProof(codeOf(secret))
    const { updateMe } = own.stack
    await rejected(assertStepUp({ ...unproved(), secondFactor, password: 'wrong password' }))
    await rejected(updateMe({ ...unproved(), secondFactor, newPassword, password: 'wrong password' }))
    await rejected(updateMe({ ...unproved(), secondFactor, newPassword: 'short', password }))
    await rejected(updateMe({ ...unproved(), secondFactor, username: 'a b' }))
    await updateMe({ ...unproved(), secondFactor, newPassword, password })
    expect(problems(await rejected(assertStepUp({ ...unproved(), secondFactor })))).to.deep.equal([
      'second_factor.code:CODE_ALREADY_USED',
    ])
  })

  it('checks a wrong code before the password', async () => {
    const request = { ...unproved(), secondFactor: totpProof('000000'), password: 'wrong password' }
    expect(problems(await rejected(assertStepUp(request)))).to.deep.equal([
      'second_factor.code:INVALID_MFA_CODE',
    ])
  })

  it('rejects a code of an account without a second factor', async () => {
    own.id = await own.stack.register({ email: 'plain@gatehouse.test', password })
    const error = await rejected(assertStepUp({ ...withPassword(), secondFactor: totpProof('123456') }))
    expect([error.code, error.data]).to.deep.equal([
      'SUDO_MODE_REQUIRED',
      { has_mfa: false, methods: ['password'] },
    ])
    for (const call of [own.stack.auth.listBackupCodes, own.stack.auth.replaceBackupCodes])
      expect((await rejected(call(withPassword()))).code).to.equal('TWO_FACTOR_NOT_ENABLED')
  })

  it('lists backup codes masked, and replaces all of them', async () => {
    const [used = '', unused = ''] = backupCodes
    await assertStepUp(code(used))
    const listed = (await own.stack.auth.listBackupCodes(withFactor())).backupCodes
    expect(listed[0]).to.deep.equal({ code: `*****-***${used.slice(-2)}`, consumed: true })
    expect(listed[1]).to.deep.equal({ code: `*****-***${unused.slice(-2)}`, consumed: false })
    const { backupCodes: replaced } = await own.stack.auth.replaceBackupCodes(withFactor())
    expect(problems(await rejected(assertStepUp(code(unused))))).to.deep.equal([
      'second_factor.code:INVALID_MFA_CODE',
    ])
    await assertStepUp(code(replaced[0]?.code ?? ''))
  })
})
