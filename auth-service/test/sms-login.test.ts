import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { expect } from 'chai'
import { actor, client, password } from './auth-harness.ts'
import { minute, useOwnAccount } from './own-account.ts'
import { otherCode, phoneAccount, rejectionOf, smsEnv, smsProof } from './phone-account.ts'
import { successesOf, totpAccount } from './totp-account.ts'

const dead = ['ticket:SESSION_TIMEOUT']
const wrong = ['code:INVALID_CODE']

describe('signing in with SMS', () => {
  const { own } = useOwnAccount(smsEnv)
  const { enable, ticket, login } = totpAccount(own)
  const sms = phoneAccount(own)
  const { sendLoginSms, completeWithSms, lastCode, provedWithFactor } = sms
  beforeEach(async () => {
    await enable()
    await sms.addPhone()
    await sms.enableSms()
  })

  /** A ticket and its code. */
  const sent = async () => {
    const pending = await ticket()
    await sendLoginSms(pending)
    return { pending, code: lastCode() }
  }
  const rejection = (pending: string, code: string) => rejectionOf(completeWithSms(pending, code))

  it('rejects texts that are no ticket when a code is requested', async () => {
    const before = sms.sentMessages()
    const pending = await ticket()
    for (const text of ['', 'x', `${pending}x`])
      expect(await rejectionOf(sendLoginSms(text))).to.deep.equal(dead)
    own.stack.clock.advance(5 * minute)
    expect(await rejectionOf(sendLoginSms(pending))).to.deep.equal(dead)
    expect(sms.sentMessages()).to.equal(before)
  })

  it('rejects a code before one was sent, and wrong ones', async () => {
    const pending = await ticket()
    expect(await rejection(pending, '000000')).to.deep.equal(wrong)
    await sendLoginSms(pending)
    const code = lastCode()
    for (const text of ['', otherCode(code), code.slice(1), `${code}0`, `x${code}`])
      expect(await rejection(await ticket(), text), text).to.deep.equal(wrong)
    await completeWithSms(pending, code)
  })

  it('accepts a code for its ticket only', async () => {
    const { pending, code } = await sent()
    expect(await rejection(await ticket(), code)).to.deep.equal(wrong)
    await completeWithSms(pending, code)
  })

  it('replaces a code by the next one', async () => {
    const { pending, code } = await sent()
    await sendLoginSms(pending)
    if (lastCode() !== code) expect(await rejection(pending, code)).to.deep.equal(wrong)
    await completeWithSms(pending, lastCode())
  })

  it('rejects every code of a ticket after five wrong ones, and sends no other', async () => {
    const { pending, code } = await sent()
    for (let i = 0; i < 5; i++) expect(await rejection(pending, otherCode(code))).to.deep.equal(wrong)
    expect(await rejection(pending, code)).to.deep.equal(dead)
    expect(await rejectionOf(sendLoginSms(pending))).to.deep.equal(dead)
  })

  it('rejects a code that was sent to an earlier phone number', async () => {
    const { pending, code } = await sent()
    await sms.addPhone(`${sms.phone().slice(0, -5)}99999`)
    expect(await rejection(pending, code)).to.deep.equal(wrong)
  })

  it('rejects a code after SMS was disabled, and sends none', async () => {
    const { pending, code } = await sent()
    await own.stack.auth.disableSms(provedWithFactor())
    expect(await rejection(pending, code)).to.deep.equal(['SMS_MFA_NOT_ENABLED'])
    expect(await rejectionOf(sendLoginSms(pending))).to.deep.equal(['SMS_MFA_NOT_ENABLED'])
  })

  it('sends no code to a suspended account', async () => {
    const pending = await ticket()
    await own.stack.admin.disableAccount({ id: own.id })
    expect(await rejectionOf(sendLoginSms(pending))).to.deep.equal(['ACCOUNT_SUSPENDED_PERMANENTLY'])
  })

  it('names SMS with the masked number among the methods', async () => {
    const { outcome } = await login()
    expect(outcome?.value).to.deep.include({
      methods: [AuthenticatorType.TOTP, AuthenticatorType.SMS],
      smsPhoneHint: `****${sms.phone().slice(-4)}`,
    })
  })

  it('does not offer SMS while no carrier is configured', async () => {
    const replica = await own.stack.replica({ smsCarrier: 'none' })
    const { outcome } = await replica.auth.login({ client, email: own.email, password })
    expect(outcome?.value).to.deep.include({ methods: [AuthenticatorType.TOTP], smsPhoneHint: undefined })
    const pending = await ticket()
    expect(await rejectionOf(replica.auth.sendLoginSms({ client, ticket: pending }))).to.deep.equal([
      'SMS_VERIFICATION_UNAVAILABLE',
    ])
    await replica.close()
  })

  it('creates a session that is proved with both factors', async () => {
    const { pending, code } = await sent()
    const { signedIn } = await completeWithSms(pending, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(signedIn?.accountId).to.equal(own.id)
    expect(own.stack.sessions.created.at(-1)?.proofMethods).to.deep.equal([
      ProofMethod.PASSWORD,
      ProofMethod.SMS,
    ])
    const event = await own.stack.audit.findOne(
      { accountId: own.id, type: 'account.sign_in' },
      { sort: { _id: -1 } },
    )
    expect(event?.detail).to.deep.equal({ method: 'password', factor: 'sms' })
  })

  it('accepts one of twenty concurrent requests with one code', async () => {
    const { pending, code } = await sent()
    const calls = Array.from({ length: 20 }, () => completeWithSms(pending, code))
    expect(await successesOf(calls)).to.equal(1)
    expect(await rejection(pending, code)).to.deep.equal(dead)
  })
})

describe('step-up with SMS', () => {
  const { own } = useOwnAccount(smsEnv)
  const { enable } = totpAccount(own)
  const sms = phoneAccount(own)
  const send = (sessionIdHash = 'hash') =>
    own.stack.auth.sendStepUpSms({ ...sms.owner(), actor: { ...actor(own.id), sessionIdHash } })
  const assertStepUp = (code: string) =>
    own.stack.auth.assertStepUp({ ...sms.owner(), secondFactor: smsProof(code) })
  const wrong = ['second_factor.code:INVALID_MFA_CODE']

  it('is rejected without the factor', async () => {
    expect(await rejectionOf(send())).to.deep.equal(['SMS_MFA_NOT_ENABLED'])
    await enable()
    await sms.addPhone()
    expect(await rejectionOf(send())).to.deep.equal(['SMS_MFA_NOT_ENABLED'])
    expect(await rejectionOf(assertStepUp('000000'))).to.deep.equal(['SUDO_MODE_REQUIRED'])
  })

  it('accepts a code once, for the session that requested it', async () => {
    await enable()
    await sms.addPhone()
    await sms.enableSms()
    await send('another session')
    expect(await rejectionOf(assertStepUp(sms.lastCode()))).to.deep.equal(wrong)
    await send()
    const code = sms.lastCode()
    expect(await rejectionOf(assertStepUp(otherCode(code)))).to.deep.equal(wrong)
    await assertStepUp(code)
    expect(own.stack.sessions.proofs.at(-1)?.methods).to.deep.equal([ProofMethod.SMS])
    expect(await rejectionOf(assertStepUp(code))).to.deep.equal(wrong)
  })

  it('rejects a code after ten minutes', async () => {
    await enable()
    await sms.addPhone()
    await sms.enableSms()
    await send()
    own.stack.clock.advance(10 * minute)
    expect(await rejectionOf(assertStepUp(sms.lastCode()))).to.deep.equal(wrong)
  })
})
