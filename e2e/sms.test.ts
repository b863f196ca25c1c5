import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { type SmsCarrierDouble, smsCarrierDouble } from '@gatehouse/service-kit/testing/sms-carrier'
import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { type ErrorBody, fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

type SignedIn = { token: string; user_id: string }
type MfaRequired = { ticket: string; allowed_methods: string[]; sms: boolean; sms_phone_hint: string | null }

const minute = 60_000

describe('codes by SMS', () => {
  const settings: Record<string, string> = {}
  let carrier: SmsCarrierDouble
  before(async () => {
    carrier = await smsCarrierDouble()
    Object.assign(settings, carrier.messages)
  })
  after(() => carrier.close())
  const stack = openDevStack({ settings })
  const app = authenticatorApp(stack)
  let ann: TestAccount
  let phone = '+12025550100'

  const post = <Body = ErrorBody>(path: string, body: unknown = {}, token = ann.token) =>
    stack.post<Body>(path, { token, body })
  const rejection = async (path: string, body: unknown = {}) => {
    const response = await post(path, body)
    return [response.status, response.body.code, ...fieldErrors(response.body)]
  }
  const login = async () => {
    const { email, password } = ann
    return (await stack.post<MfaRequired>('/auth/login', { body: { email, password } })).body
  }
  const sendTo = (ticket: string) => stack.post('/auth/login/mfa/sms/send', { body: { ticket } })
  const complete = <Body = ErrorBody>(ticket: string, code: string) =>
    stack.post<Body>('/auth/login/mfa/sms', { body: { ticket, code } })
  const addPhone = async () => {
    expect((await post('/users/@me/phone/send-verification', { phone })).status).to.equal(204)
    const { body } = await post<{ phone_token: string }>('/users/@me/phone/verify', {
      phone,
      code: carrier.lastCode(),
    })
    expect((await post('/users/@me/phone', body)).status).to.equal(204)
  }
  const enable = async () => {
    await app.enable(ann)
    await addPhone()
    expect((await post('/users/@me/mfa/sms/enable')).status).to.equal(204)
  }

  beforeEach(async () => {
    ann = await stack.register('ann')
    phone = `+1202555${String(Number(phone.slice(-4)) + 1).padStart(4, '0')}`
  })

  it('are rejected with the documented codes before the factor exists', async () => {
    expect(await rejection('/users/@me/phone/send-verification', { phone: '+49301234567' })).to.deep.equal([
      400,
      'INVALID_PHONE_NUMBER',
    ])
    expect(await rejection('/users/@me/phone/verify', { phone, code: '000000' })).to.deep.equal([
      400,
      'INVALID_PHONE_VERIFICATION_CODE',
    ])
    expect(await rejection('/users/@me/phone', { phone_token: 'x' })).to.deep.equal([
      400,
      'PHONE_VERIFICATION_REQUIRED',
    ])
    expect(await rejection('/users/@me/mfa/sms/enable')).to.deep.equal([400, 'SMS_MFA_REQUIRES_TOTP'])
    expect(await rejection('/users/@me/sudo/mfa/sms/send')).to.deep.equal([400, 'SMS_MFA_NOT_ENABLED'])
    expect((await post('/users/@me/mfa/sms/disable')).status).to.equal(204)
    expect((await stack.del('/users/@me/phone', { token: ann.token, body: {} })).status).to.equal(204)
    await app.enable(ann)
    expect(await rejection('/users/@me/mfa/sms/enable')).to.deep.equal([400, 'PHONE_REQUIRED_FOR_SMS_MFA'])
    const { ticket } = await login()
    expect((await sendTo(ticket)).body.code).to.equal('SMS_MFA_NOT_ENABLED')
    expect((await complete(ticket, '000000')).body.code).to.equal('SMS_MFA_NOT_ENABLED')
  })

  it('complete a sign-in whose methods name them', async () => {
    await enable()
    const required = await login()
    expect(required).to.deep.include({
      allowed_methods: ['totp', 'sms'],
      sms: true,
      sms_phone_hint: `****${phone.slice(-4)}`,
    })
    expect((await sendTo(required.ticket)).status).to.equal(204)
    const sent = carrier.sent.at(-1)
    expect([sent?.to, sent?.text]).to.deep.equal([
      phone,
      `Your Gatehouse code is ${carrier.lastCode()}. It is valid for ten minutes. Never give it to anyone.`,
    ])
    const wrong = await complete(required.ticket, '00000')
    expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([400, 'code:INVALID_CODE'])
    const { status, body } = await complete<SignedIn>(required.ticket, carrier.lastCode())
    expect([status, body.user_id]).to.deep.equal([200, ann.user_id])
    const dead = await complete(required.ticket, carrier.lastCode())
    expect(fieldErrors(dead.body)).to.deep.equal(['ticket:SESSION_TIMEOUT'])
    const me = await stack.get<{ phone: string; authenticator_types: number[] }>('/users/@me', {
      token: body.token,
    })
    expect([me.body.phone, me.body.authenticator_types]).to.deep.equal([phone, [0, 1]])
  })

  it('prove the identity for sensitive changes', async () => {
    await enable()
    const { body: methods } = await stack.get('/users/@me/sudo/mfa-methods', { token: ann.token })
    expect(methods).to.deep.equal({ has_mfa: true, totp: true, sms: true, webauthn: false })
    await stack.network().clock.advance(5 * minute + 1)
    const needed = await post('/users/@me/mfa/sms/disable')
    expect([needed.status, needed.body.code, needed.body.methods]).to.deep.equal([
      403,
      'SUDO_MODE_REQUIRED',
      ['totp', 'sms'],
    ])
    expect((await post('/users/@me/sudo/mfa/sms/send')).status).to.equal(204)
    const proof = (mfa_code: string) => ({ mfa_method: 'sms', mfa_code })
    expect(await rejection('/users/@me/mfa/sms/disable', proof('00000'))).to.deep.equal([
      400,
      'INVALID_FORM_BODY',
      'mfa_code:INVALID_MFA_CODE',
    ])
    expect((await post('/users/@me/mfa/sms/disable', proof(carrier.lastCode()))).status).to.equal(204)
    expect((await login()).allowed_methods).to.deep.equal(['totp'])
  })

  it('are replaced by other methods while the carrier is unavailable', async () => {
    await enable()
    const { ticket } = await login()
    carrier.state.next = { status: 503 }
    const { status, body } = await sendTo(ticket)
    expect([status, body.code]).to.deep.equal([400, 'SMS_VERIFICATION_UNAVAILABLE'])
    carrier.state.next = null
    await sendTo(ticket)
    expect((await complete<SignedIn>(ticket, carrier.lastCode())).status).to.equal(200)
  })

  it('are removed by an operator who resets the second factors', async () => {
    await enable()
    await adminOutput(['account', 'reset-mfa', ann.email], { env: stack.network().env })
    expect(await stack.signIn(ann)).to.be.a('string')
  })
})
