import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client } from './auth-harness.ts'
import { day, hour, minute, useOwnAccount } from './own-account.ts'
import { phoneAccount, refusalOf, smsEnv } from './phone-account.ts'

const limited = ['RATE_LIMITED']

describe('the limits of codes by SMS', () => {
  const { own, lastEvent } = useOwnAccount({
    ...smsEnv,
    GATEHOUSE_LIMITS_SCALE: '1',
    GATEHOUSE_SMS_PREFIX_LIMITS: '+33=2,+1876=0',
  })
  const sms = phoneAccount(own)
  const sendFrom = (address: string, phone = sms.phone()) =>
    own.stack.auth.sendPhoneCode({ ...sms.owner(), client: { ...client, address }, phone })
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
    expect(await refusalOf(sms.sendTo(sms.phone()))).to.deep.equal(limited)
    own.stack.clock.advance(day)
    await sms.sendTo(sms.phone())
  })

  it('send ten for one account within an hour, also to different numbers', async () => {
    for (let i = 0; i < 10; i++) await sendFrom(`198.51.100.${i}`, `+49151987654${10 + i}`)
    expect(await refusalOf(sendFrom('203.0.113.9', '+4915198765430'))).to.deep.equal(limited)
    own.stack.clock.advance(hour)
  })

  it('send the configured number to a prefix, and none to a closed one', async () => {
    await sms.sendTo(french(1))
    await sms.sendTo(french(2))
    expect(await refusalOf(sms.sendTo(french(3)))).to.deep.equal(limited)
    await sms.sendTo(sms.phone())
    expect(await refusalOf(sms.sendTo('+18762101234'))).to.deep.equal(['SMS_VERIFICATION_UNAVAILABLE'])
    own.stack.clock.advance(hour)
    await sms.sendTo(french(3))
  })

  it('of a number cannot be used up by another account', async () => {
    const number = sms.phone()
    await sms.addPhone(number)
    own.stack.clock.advance(10 * minute)
    own.number += 100
    own.id = await own.stack.register({ username: 'Somebody_else' })
    for (let i = 0; i < 5; i++)
      expect(await refusalOf(sms.sendTo(number))).to.deep.equal(['PHONE_ALREADY_USED'])
  })
})
