import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client } from './auth-harness.ts'
import { day, hour, useOwnAccount } from './own-account.ts'
import { phoneAccount, rejectionOf, smsEnv } from './phone-account.ts'
import { totpAccount } from './totp-account.ts'

const limited = ['RATE_LIMITED']

describe('the limits of codes by SMS', () => {
  const { own, lastEvent } = useOwnAccount({
    ...smsEnv,
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_SMS_PREFIX_LIMITS: '+33=3,+1876=0',
  })
  const sms = phoneAccount(own)
  const factors = totpAccount(own)
  const sendSudo = () => own.stack.auth.sendStepUpSms(sms.owner())
  const sendFrom = (address: string, phone = sms.phone()) =>
    own.stack.auth.sendPhoneCode({ ...sms.owner(), client: { ...client, address }, phone })
  let strangers = 0
  /** From another network, since registrations are limited too. */
  const beStranger = async () => {
    strangers += 1
    const from = { ...client, address: `10.${strangers}.0.1` }
    own.id = await own.stack.register({ username: `Stranger_${strangers}`, client: from })
  }
  /** A French number. */
  const french = (index: number) => `+3361234567${index}`

  it('send three to one number within ten minutes, and ten within a day', async () => {
    for (let i = 0; i < 3; i++) await sms.sendTo(sms.phone())
    const error = await rejected(sms.sendTo(sms.phone()))
    expect([error.code, error.data.retry_after]).to.deep.equal(['RATE_LIMITED', 600])
    expect(await lastEvent()).to.deep.equal(['account.throttle', { limit: 'sms' }])
    for (let sent = 3; sent < 10; sent += 1) {
      own.stack.clock.advance(hour)
      await sms.sendTo(sms.phone())
    }
    own.stack.clock.advance(hour)
    expect(await rejectionOf(sms.sendTo(sms.phone()))).to.deep.equal(limited)
    own.stack.clock.advance(day)
    await sms.sendTo(sms.phone())
  })

  it('send five to numbers that are not verified for one account within an hour', async () => {
    for (let i = 0; i < 5; i++) await sendFrom(`198.51.100.${i}`, `+49151987654${10 + i}`)
    expect(await rejectionOf(sendFrom('203.0.113.9', '+4915198765430'))).to.deep.equal(limited)
    own.stack.clock.advance(hour)
  })

  it('send ten to numbers that are not verified from one address, and twenty from its network', async () => {
    const sendAs = async (account: number, address: string) => {
      await beStranger()
      return sendFrom(address, `+4917012345${10 + account}`)
    }
    for (let i = 0; i < 10; i++) await sendAs(i, '198.51.100.1')
    expect(await rejectionOf(sendAs(10, '198.51.100.1'))).to.deep.equal(limited)
    for (let i = 11; i < 21; i++) await sendAs(i, `198.51.100.${i}`)
    expect(await rejectionOf(sendAs(21, '198.51.100.99'))).to.deep.equal(limited)
    await sendAs(22, '198.51.101.1')
    own.stack.clock.advance(hour)
  })

  it('of second factors are not used up by numbers that are not verified', async () => {
    await factors.enable()
    await sms.addPhone()
    await sms.enableSms()
    own.stack.clock.advance(day)
    const owner = own.id
    for (let account = 0; account < 20; account++) {
      await beStranger()
      for (let i = 0; i < 5; i++)
        await sendFrom(`100.${account}.0.1`, `+49151${20_000_000 + account * 10 + i}`)
    }
    await beStranger()
    expect(await rejectionOf(sendFrom('100.99.0.1', '+4915130000000'))).to.deep.equal(limited)
    own.id = owner
    for (let i = 0; i < 3; i++) await sendSudo()
    expect(await rejectionOf(sendSudo())).to.deep.equal(limited)
    own.stack.clock.advance(hour)
  })

  it('send half of the configured number to a prefix, and none to a closed one', async () => {
    await sms.sendTo(french(1))
    await sms.sendTo(french(2))
    expect(await rejectionOf(sms.sendTo(french(3)))).to.deep.equal(limited)
    await sms.sendTo(sms.phone())
    expect(await rejectionOf(sms.sendTo('+18762101234'))).to.deep.equal(['SMS_VERIFICATION_UNAVAILABLE'])
    own.stack.clock.advance(hour)
    await sms.sendTo(french(3))
  })

  it('of a number cannot be used up by another account', async () => {
    const number = sms.phone()
    await factors.enable()
    await sms.addPhone(number)
    await sms.enableSms()
    own.stack.clock.advance(day)
    const owner = own.id
    await beStranger()
    for (let sent = 0; sent < 10; sent += 1) {
      if (sent % 3 === 0) own.stack.clock.advance(hour)
      await sms.sendTo(number)
    }
    own.stack.clock.advance(hour)
    expect(await rejectionOf(sms.sendTo(number))).to.deep.equal(limited)
    own.id = owner
    await sendSudo()
  })
})
