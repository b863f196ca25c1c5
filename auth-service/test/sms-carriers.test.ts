import { type SmsCarrierDouble, smsCarrierDouble } from '@gatehouse/service-kit/testing/sms-carrier'
import { expect } from 'chai'
import { type AuthHarness, actor, client, openAuthHarness, password } from './auth-harness.ts'
import { otherCode, phoneAccount, rejectionOf } from './phone-account.ts'
import { totpAccount } from './totp-account.ts'

const unavailable = ['SMS_VERIFICATION_UNAVAILABLE']
const wrong = ['INVALID_PHONE_VERIFICATION_CODE']

describe('a code by SMS of an installation with https', () => {
  const own = { stack: undefined as unknown as AuthHarness, number: 0, id: '', email: '' }
  let carrier: SmsCarrierDouble
  before(async () => {
    carrier = await smsCarrierDouble()
    const urls = {
      GATEHOUSE_PUBLIC_URL: 'https://api.example',
      GATEHOUSE_APP_URL: 'https://chat.example:8443/app',
    }
    own.stack = await openAuthHarness({ ...carrier.messages, ...urls })
    own.id = await own.stack.register({ email: 'bound@gatehouse.test', password })
  })
  after(async () => {
    await own.stack.close()
    await carrier.close()
  })

  it('ends with the host of the pages, so that browsers offer it there', async () => {
    const from = { actor: actor(own.id, own.stack.clock.now()), client }
    await own.stack.auth.sendPhoneCode({ ...from, phone: '+4915112345678' })
    const { text = '' } = carrier.sent.at(-1) ?? {}
    expect(text.split('\n').at(-1)).to.equal(`@chat.example #${carrier.lastCode()}`)
    expect(text.split('\n')[0]).to.contain(carrier.lastCode())
  })
})

for (const kind of ['messages', 'verify'] as const)
  describe(`the SMS carrier ${kind}`, () => {
    const own = { stack: undefined as unknown as AuthHarness, number: 0, id: '', email: '' }
    let carrier: SmsCarrierDouble
    before(async () => {
      carrier = await smsCarrierDouble()
      own.stack = await openAuthHarness({ ...carrier[kind], GATEHOUSE_SMS_TIMEOUT_MS: '200' })
    })
    after(async () => {
      await own.stack.close()
      await carrier.close()
    })
    beforeEach(async () => {
      own.number += 1
      own.email = `${kind}-${own.number}@gatehouse.test`
      own.id = await own.stack.register({ email: own.email, password, username: `Sms_${own.number}` })
    })
    afterEach(() => {
      carrier.state.next = null
    })
    const sms = phoneAccount(own)
    const { phone, sendTo, verify, set } = sms
    const { enable, ticket } = totpAccount(own)

    it('rejects codes while it is unavailable, within a bounded time', async () => {
      const failures = [
        { status: 500 },
        { status: 429, body: { code: 20429 } },
        { status: 401, body: { code: 20003 } },
        { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
        { status: 201, headers: { 'content-type': 'text/html' }, body: 'x'.repeat(70_000) },
        'silence',
      ] as const
      for (const failure of failures) {
        carrier.state.next = failure
        expect(await rejectionOf(sendTo(phone())), JSON.stringify(failure)).to.deep.equal(unavailable)
      }
      const logged = own.stack.logged.text()
      expect(logged).to.contain('request to the SMS carrier failed').and.contain('status 401, code 20003')
      expect(logged).to.not.contain(phone()).and.not.contain(carrier.secret)
    })

    it('rejects a number that the carrier rejects', async () => {
      carrier.state.next = { status: 400, body: { code: kind === 'verify' ? 60200 : 21211 } }
      expect(await rejectionOf(sendTo(phone()))).to.deep.equal(['INVALID_PHONE_NUMBER'])
    })

    it('verifies a phone number with the code that was sent', async () => {
      const before = carrier.sent.length
      await own.stack.auth.sendPhoneCode({
        ...sms.owner(),
        client: { ...client, acceptLanguage: 'fr-CH' },
        phone: phone(),
      })
      expect(carrier.sent).to.have.length(before + 1)
      const { to, text } = carrier.sent.at(-1) ?? {}
      expect(to).to.equal(phone())
      expect(text).to.contain(kind === 'verify' ? 'fr: ' : 'Votre code Gatehouse')
      const code = carrier.lastCode()
      expect(await rejectionOf(verify(phone(), otherCode(code)))).to.deep.equal(wrong)
      const token = await verify(phone(), code)
      expect(await rejectionOf(verify(phone(), code))).to.deep.equal(wrong)
      await set(token)
    })

    it('completes a sign-in, and rejects the same code for another one', async () => {
      await enable()
      await sendTo(phone())
      await set(await verify(phone(), carrier.lastCode()))
      await sms.enableSms()
      const [first, second] = [await ticket(), await ticket()]
      await sms.sendLoginSms(first)
      const code = carrier.lastCode()
      expect(await rejectionOf(sms.completeWithSms(second, code))).to.deep.equal(['code:INVALID_CODE'])
      await sms.completeWithSms(first, code)
      await sms.sendLoginSms(second)
      await sms.completeWithSms(second, carrier.lastCode())
    })

    if (kind === 'verify')
      it('accepts a code that it could not check before', async () => {
        await sendTo(phone())
        carrier.state.next = { status: 503 }
        expect(await rejectionOf(verify(phone(), carrier.lastCode()))).to.deep.equal(unavailable)
        carrier.state.next = null
        await verify(phone(), carrier.lastCode())
      })
    else
      it('leaves no code in the log', async () => {
        await sendTo(phone())
        expect(own.stack.logged.text()).to.not.contain(carrier.lastCode())
      })
  })
