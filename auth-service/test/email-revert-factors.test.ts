import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { expect } from 'chai'
import { signedInOf } from './auth-harness.ts'
import { useEmailChange } from './email-change-steps.ts'
import { passkeyAccount } from './passkey-account.ts'
import { phoneAccount, smsEnv } from './phone-account.ts'
import { totpAccount, totpProof } from './totp-account.ts'

const newPassword = 'another one, kz7!'

describe('Auth.RevertEmail of an account with second factors', () => {
  const { own, changeTo, revert, me, stored, verified } = useEmailChange(smsEnv)
  const { codeOf, enable, proved, complete, rejection } = totpAccount(own)
  beforeEach(verified)
  const thief = () => `thief-${own.number}@gatehouse.test`

  it('requires a factor that is older than the change', async () => {
    const { secret } = await enable()
    const token = await changeTo(thief())
    const before = own.stack.sessions.created.length
    const { outcome } = await revert(token, newPassword)
    if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
    expect(own.stack.sessions.created).to.have.length(before)
    const { signedIn } = await complete(outcome.value.ticket, codeOf(secret))
    expect(signedIn?.accountId).to.equal(own.id)
    expect(await me()).to.deep.include({ email: own.email, mfaEnabled: true })
  })

  it('removes a factor that was added after the change', async () => {
    const token = await changeTo(thief())
    await enable()
    expect(signedInOf(await revert(token, newPassword)).accountId).to.equal(own.id)
    expect(await me()).to.deep.include({ mfaEnabled: false, authenticatorTypes: [] })
    expect(await stored()).to.not.contain('backupCodes')
    const event = await own.stack.audit.findOne({
      accountId: own.id,
      type: 'account.second_factor',
      'detail.change': 'removed',
    })
    expect(event?.detail).to.deep.equal({ factor: 'totp', change: 'removed', by: 'revert' })
  })

  it('removes the link to the identity provider', async () => {
    const token = await changeTo(thief())
    const sso = { issuer: 'https://idp.example', subject: 'thief' }
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { sso } })
    await revert(token, newPassword)
    expect(await own.stack.accounts.findOne({ _id: own.id })).to.not.have.property('sso')
    const event = await own.stack.audit.findOne({ accountId: own.id, type: 'account.sso' })
    expect(event?.detail).to.deep.equal({ change: 'unlinked' })
  })

  it('removes backup codes that were replaced after the change', async () => {
    const { secret } = await enable()
    const token = await changeTo(thief())
    const { backupCodes } = await own.stack.auth.replaceBackupCodes({
      ...proved(),
      secondFactor: totpProof(codeOf(secret)),
    })
    const { outcome } = await revert(token, newPassword)
    if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
    expect(await rejection(outcome.value.ticket, backupCodes[0]?.code ?? '')).to.deep.equal([
      'code:INVALID_CODE',
    ])
  })

  it('removes passkeys that were added after the change', async () => {
    const { add, newAuthenticator } = passkeyAccount(own)
    const [older, newer] = [newAuthenticator(), newAuthenticator()]
    await add(older)
    own.stack.clock.advance(1000)
    const token = await changeTo(thief())
    await add(newer)
    await revert(token, newPassword)
    const { passkeys } = await own.stack.auth.listPasskeys({ actor: proved().actor })
    expect(passkeys.map(({ id }) => id)).to.deep.equal([older.id])
  })

  it('removes a phone number and codes by SMS that were added after the change', async () => {
    const sms = phoneAccount(own)
    await enable()
    await sms.addPhone()
    own.stack.clock.advance(1000)
    const older = await changeTo(thief())
    await sms.enableSms()
    await revert(older, newPassword)
    expect(await me()).to.deep.include({ authenticatorTypes: [AuthenticatorType.TOTP], phone: sms.phone() })
    const newer = await changeTo(thief())
    await sms.addPhone(`${sms.phone().slice(0, -4)}8888`)
    await sms.enableSms()
    await revert(newer, newPassword)
    expect(await me()).to.deep.include({ authenticatorTypes: [AuthenticatorType.TOTP], phone: undefined })
  })

  it('removes a secret that was set up but not enabled', async () => {
    const token = await changeTo(thief())
    await own.stack.auth.setUpTotp(proved())
    await revert(token, newPassword)
    expect(await stored()).to.not.contain('sealedSecret')
  })
})
