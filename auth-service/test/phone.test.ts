import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { expect } from 'chai'
import { actor, client, password } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { otherCode, phoneAccount, rejectionOf, smsEnv } from './phone-account.ts'
import { successesOf, totpAccount } from './totp-account.ts'

const wrongCode = ['INVALID_PHONE_VERIFICATION_CODE']

describe('the phone number of an account', () => {
  const { own, lastEvent } = useOwnAccount(smsEnv)
  const { enable } = totpAccount(own)
  const sms = phoneAccount(own)
  const { phone, sendTo, verify, set, lastCode, owner, provedWithFactor } = sms
  const me = async () => (await own.stack.auth.getMe(owner())).account

  /** A new account, which `own` is from now on. */
  const another = async () => {
    own.number += 1
    own.email = `other-${own.number}@gatehouse.test`
    own.id = await own.stack.register({ email: own.email, password, username: `Other_${own.number}` })
  }

  it('is not sent a code unless it is a mobile number', async () => {
    const numbers = [
      '',
      '4915112345678',
      '+49',
      '+0123456789',
      '+49301234567',
      '+18005551234',
      '+19005551234',
    ]
    // A satellite phone, and a number of no country.
    for (const number of [...numbers, '+881612345678', '+883510000000', `${phone()}99999`, 'x'.repeat(100)])
      expect(await rejectionOf(sendTo(number)), number).to.deep.equal(['INVALID_PHONE_NUMBER'])
  })

  it('is rejected with a wrong, expired or replaced code', async () => {
    expect(await rejectionOf(verify(phone(), '000000'))).to.deep.equal(wrongCode)
    await sendTo(phone())
    const first = lastCode()
    expect(await rejectionOf(verify(phone(), otherCode(first)))).to.deep.equal(wrongCode)
    expect(await lastEvent()).to.deep.equal(['account.phone', { change: 'verified', by: 'owner' }])
    expect(await rejectionOf(verify('+4915112340000', first))).to.deep.equal(wrongCode)
    await sendTo(phone())
    if (lastCode() !== first) expect(await rejectionOf(verify(phone(), first))).to.deep.equal(wrongCode)
    own.stack.clock.advance(10 * minute)
    expect(await rejectionOf(verify(phone(), lastCode()))).to.deep.equal(wrongCode)
  })

  it('is rejected with the code of another account', async () => {
    await sendTo(phone())
    const number = phone()
    await another()
    expect(await rejectionOf(verify(number, lastCode()))).to.deep.equal(wrongCode)
  })

  it('accepts one of ten concurrent requests with one code', async () => {
    await sendTo(phone())
    const calls = Array.from({ length: 10 }, () => verify(phone(), lastCode()))
    expect(await successesOf(calls)).to.equal(1)
  })

  it('is stored only with a token that is new, and of this account', async () => {
    const unproved = { actor: actor(own.id), client, endOtherSessions: false }
    expect(await rejectionOf(own.stack.auth.setPhone({ ...unproved, phoneToken: 'x' }))).to.deep.equal([
      'SUDO_MODE_REQUIRED',
    ])
    expect(await rejectionOf(set('x'))).to.deep.equal(['PHONE_VERIFICATION_REQUIRED'])
    const number = phone()
    await sendTo(number)
    const token = await verify(number, lastCode())
    const id = own.id
    await another()
    expect(await rejectionOf(set(token))).to.deep.equal(['PHONE_VERIFICATION_REQUIRED'])
    own.id = id
    await set(token)
    expect((await me())?.phone).to.equal(number)
    expect(await lastEvent()).to.deep.equal(['account.phone', { change: 'added', by: 'owner' }])
    expect(await rejectionOf(set(token))).to.deep.equal(['PHONE_VERIFICATION_REQUIRED'])
  })

  it('is rejected with a token after ten minutes', async () => {
    await sendTo(phone())
    const token = await verify(phone(), lastCode())
    own.stack.clock.advance(10 * minute)
    expect(await rejectionOf(set(token))).to.deep.equal(['PHONE_VERIFICATION_REQUIRED'])
    await sendTo(phone())
    await set(await verify(phone(), lastCode()))
  })

  it('belongs to one account', async () => {
    const number = phone()
    await sendTo(number)
    const token = await verify(number, lastCode())
    const first = own.id
    await another()
    await sms.addPhone(number)
    own.id = first
    const used = sms.sentMessages()
    await sendTo(number)
    expect(sms.sentMessages()).to.equal(used + 1)
    expect(await rejectionOf(verify(number, otherCode(lastCode())))).to.deep.equal([
      'INVALID_PHONE_VERIFICATION_CODE',
    ])
    expect(await rejectionOf(verify(number, lastCode()))).to.deep.equal(['PHONE_ALREADY_USED'])
    expect(await rejectionOf(verify(number, lastCode()))).to.deep.equal(['INVALID_PHONE_VERIFICATION_CODE'])
    expect(await rejectionOf(set(token))).to.deep.equal(['PHONE_ALREADY_USED'])
    expect((await me())?.phone).to.equal(undefined)
  })

  it('is stored in E.164, and replaced by another one', async () => {
    const typed = phone().replace('+49', '+49 (').replace('151', '151) ').replace(/(..)$/, '-$1')
    await sendTo(typed)
    await set(await verify(typed, lastCode()))
    expect((await me())?.phone).to.equal(phone())
    await sms.addPhone(phone())
    expect(await lastEvent()).to.deep.equal(['account.sms', { purpose: 'phone' }])
    const other = phone().replace('1234', '4321')
    await sms.addPhone(other)
    expect(await lastEvent()).to.deep.equal(['account.phone', { change: 'replaced', by: 'owner' }])
    expect((await me())?.phone).to.equal(other)
  })

  it('is removed, unless it receives codes of a second factor', async () => {
    const remove = () => own.stack.auth.removePhone(provedWithFactor())
    await remove()
    await enable()
    await sms.addPhone()
    await sms.enableSms()
    expect(await rejectionOf(remove())).to.deep.equal(['SMS_MFA_NOT_ENABLED'])
    await own.stack.auth.disableSms(provedWithFactor())
    await remove()
    expect(await lastEvent()).to.deep.equal(['account.phone', { change: 'removed', by: 'owner' }])
    expect((await me())?.phone).to.equal(undefined)
  })

  it('is not part of audit records', async () => {
    await sms.addPhone()
    const records = await own.stack.audit.find({ accountId: own.id }).toArray()
    expect(JSON.stringify(records)).to.not.contain(phone().slice(4))
  })
})

describe('SMS as a second factor', () => {
  const { own, lastEvent } = useOwnAccount(smsEnv)
  const { enable, codeOf } = totpAccount(own)
  const sms = phoneAccount(own)
  const { provedWithFactor } = sms
  const types = async () => (await own.stack.auth.getMe(sms.owner())).account?.authenticatorTypes

  it('requires a proof of identity, an authenticator app and a phone number', async () => {
    expect(await rejectionOf(sms.enableSms())).to.deep.equal(['SMS_MFA_REQUIRES_TOTP'])
    await sms.addPhone()
    expect(await rejectionOf(sms.enableSms())).to.deep.equal(['SMS_MFA_REQUIRES_TOTP'])
    await own.stack.auth.removePhone(provedWithFactor())
    await enable()
    expect(await rejectionOf(sms.enableSms())).to.deep.equal(['PHONE_REQUIRED_FOR_SMS_MFA'])
    await sms.addPhone()
    const unproved = { ...sms.owner(), endOtherSessions: false }
    expect(await rejectionOf(own.stack.auth.enableSms(unproved))).to.deep.equal(['SUDO_MODE_REQUIRED'])
    expect(await types()).to.deep.equal([AuthenticatorType.TOTP])
  })

  it('is enabled and disabled once', async () => {
    await enable()
    await sms.addPhone()
    for (let i = 0; i < 2; i++) await sms.enableSms()
    expect(await lastEvent()).to.deep.equal([
      'account.second_factor',
      { factor: 'sms', change: 'added', by: 'owner' },
    ])
    expect(await types()).to.deep.equal([AuthenticatorType.TOTP, AuthenticatorType.SMS])
    for (let i = 0; i < 2; i++) await own.stack.auth.disableSms(provedWithFactor())
    expect(await own.stack.audit.countDocuments({ accountId: own.id, 'detail.factor': 'sms' })).to.equal(2)
    expect(await types()).to.deep.equal([AuthenticatorType.TOTP])
  })

  it('is removed with the authenticator app', async () => {
    const { secret } = await enable()
    await sms.addPhone()
    await sms.enableSms()
    await own.stack.auth.disableTotp({ ...provedWithFactor(), code: codeOf(secret) })
    expect(await types()).to.deep.equal([])
    expect((await lastEvent())?.[1]).to.deep.include({ factor: 'totp sms', change: 'removed' })
  })

  it('is removed by an operator', async () => {
    await enable()
    await sms.addPhone()
    await sms.enableSms()
    await own.stack.admin.resetSecondFactors({ id: own.id })
    expect(await types()).to.deep.equal([])
    expect((await lastEvent())?.[1]).to.deep.include({ factor: 'totp sms', by: 'operator' })
  })

  it('ends the other sessions if requested', async () => {
    await enable()
    await sms.addPhone()
    const before = own.stack.sessions.revokedAll.length
    await own.stack.auth.enableSms({ ...provedWithFactor(), endOtherSessions: true })
    expect(own.stack.sessions.revokedAll).to.have.length(before + 1)
  })
})
