import { openCaptcha } from '@gatehouse/gateway/captcha/captcha'
import { captchaSettings } from '@gatehouse/gateway/captcha/captcha-settings'
import { readSettings, SettingsError } from '@gatehouse/service-kit/process/settings'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import { type CaptchaProvider, captchaSecret, startCaptchaProvider } from './captcha-provider.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

const credentials = { email: 'ann@gatehouse.test', password: 'kz7!mQ2x-vbn' }
const registration = { ...credentials, consent: true, date_of_birth: '1990-05-06' }

let provider: CaptchaProvider
let solved = 0
const solution = () => `solved-${++solved}`

// The hooks of a file run before those of its describe blocks, so the address is known when a gateway starts.
const env = {
  GATEHOUSE_CAPTCHA_PROVIDER: 'turnstile',
  GATEHOUSE_CAPTCHA_SECRET: captchaSecret,
  GATEHOUSE_CAPTCHA_TIMEOUT_MS: '1000',
  GATEHOUSE_CAPTCHA_VERIFY_URL: '',
}

function login(gateway: TestGateway, headers: Record<string, string> = {}, json: unknown = credentials) {
  return gateway.call('POST', '/auth/login', { token: null, json, headers })
}
const asked = (gateway: TestGateway) => gateway.stubs.received.map(({ rpc }) => rpc)

describe('captchas', () => {
  before(async () => {
    provider = await startCaptchaProvider()
    env.GATEHOUSE_CAPTCHA_VERIFY_URL = provider.url
  })
  after(() => provider.stop())
  beforeEach(() => {
    provider.asked = []
    provider.answer = undefined
  })

  describe('with a provider', () => {
    const gateway = useGateway(env)

    for (const [path, json] of [
      ['/auth/login', credentials],
      ['/auth/register', registration],
      ['/v1/auth/login', credentials],
    ] as const) {
      it(`are required at ${path}`, async () => {
        const call = (headers: Record<string, string>) =>
          gateway().call('POST', path, { token: null, json, headers })
        for (const headers of [{}, { 'x-captcha-token': '' }, { 'x-captcha-type': 'turnstile' }]) {
          const answer = await call(headers)
          expect([answer.status, answer.json.code]).to.deep.equal([400, 'CAPTCHA_REQUIRED'])
        }
        const wrong = await call({ 'x-captcha-token': 'guessed' })
        expect([wrong.status, wrong.json.code]).to.deep.equal([400, 'INVALID_CAPTCHA'])
        expect(asked(gateway())).to.deep.equal([])
        expect((await call({ 'x-captcha-token': solution() })).status).to.equal(200)
      })
    }

    it('are not required elsewhere', async () => {
      expect((await gateway().call('GET', '/users/@me')).status).to.equal(200)
      const json = { global_name: 'Ann' }
      expect((await gateway().call('POST', '/auth/username-suggestions', { json })).status).to.equal(200)
      expect(provider.asked).to.deep.equal([])
    })

    it('are verified with the secret, the token and the address of the client', async () => {
      const token = solution()
      await login(gateway(), { 'x-captcha-token': token, 'x-captcha-type': 'turnstile' })
      expect(provider.asked).to.deep.equal([
        { secret: captchaSecret, response: token, remoteip: '127.0.0.1' },
      ])
    })

    it('are rejected without a request to the provider if they cannot be valid', async () => {
      const token = solution()
      for (const headers of [
        { 'x-captcha-token': 'x'.repeat(2049) },
        { 'x-captcha-token': token, 'x-captcha-type': 'hcaptcha' },
        { 'x-captcha-token': token, 'x-captcha-type': 'Turnstile' },
        { 'x-captcha-token': token, 'x-captcha-type': '' },
      ]) {
        const { status, json } = await login(gateway(), headers)
        expect([status, json.code]).to.deep.equal([400, 'INVALID_CAPTCHA'])
      }
      expect(provider.asked).to.deep.equal([])
      await login(gateway(), { 'x-captcha-token': 'x'.repeat(2048) })
      expect(provider.asked).to.have.length(1)
    })

    it('are accepted once, as by the provider', async () => {
      const headers = { 'x-captcha-token': solution() }
      expect((await login(gateway(), headers)).status).to.equal(200)
      expect((await login(gateway(), headers)).json.code).to.equal('INVALID_CAPTCHA')
    })

    it('are verified after the limits and before the body', async () => {
      const broken = { token: null, body: '{', headers: { 'content-type': 'application/json' } }
      const rejection = await gateway().call('POST', '/auth/login', broken)
      expect(rejection.json.code).to.equal('CAPTCHA_REQUIRED')
      expect(rejection.headers.get('x-ratelimit-bucket')).to.equal('auth:login')
      const headers = { ...broken.headers, 'x-captcha-token': solution() }
      const read = await gateway().call('POST', '/auth/login', { ...broken, headers })
      expect(read.json.code).to.equal('MALFORMED_JSON')
    })

    const noAnswers = {
      'a failure of its own': { status: 500, body: '{"success":true}' },
      'an internal error': { body: '{"success":false,"error-codes":["internal-error"]}' },
      'no JSON': { body: '<html>' },
      'JSON of another shape': { body: '{"success":"true"}' },
      'too much': { body: `{"success":true,"x":"${'x'.repeat(100_000)}"}` },
      'a redirect': { status: 307, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      'a wrong secret': { body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
      nothing: null,
    }
    for (const [what, answer] of Object.entries(noAnswers)) {
      it(`cause 503 if the provider returns ${what}`, async () => {
        provider.answer = answer
        const token = solution()
        const { status, json, headers } = await login(gateway(), { 'x-captcha-token': token })
        expect([status, json.code, headers.get('retry-after')]).to.deep.equal([
          ...[503, 'SERVICE_UNAVAILABLE', '1'],
        ])
        expect(asked(gateway())).to.deep.equal([])
        expect(gateway().logged.text()).to.contain('captcha verification failed')
        expect(gateway().logged.text()).not.to.contain(token).and.not.to.contain(captchaSecret)
      })
    }

    it('are also rejected if the provider returns status 400', async () => {
      provider.answer = { status: 400, body: '{"success":false,"error-codes":["invalid-input-response"]}' }
      expect((await login(gateway(), { 'x-captcha-token': 'x' })).json.code).to.equal('INVALID_CAPTCHA')
    })
  })

  describe('with GATEHOUSE_CAPTCHA_WHEN_AWAY=allow', () => {
    const lenient = { ...env, GATEHOUSE_CAPTCHA_WHEN_AWAY: 'allow', GATEHOUSE_CAPTCHA_VERIFY_URL: '' }
    before(() => {
      lenient.GATEHOUSE_CAPTCHA_VERIFY_URL = provider.url
    })
    const gateway = useGateway(lenient)

    it('accept any token during an outage, but no missing or invalid one, and none with a wrong secret', async () => {
      provider.answer = { status: 502, body: '' }
      expect((await login(gateway(), { 'x-captcha-token': 'any' })).status).to.equal(200)
      expect((await login(gateway())).json.code).to.equal('CAPTCHA_REQUIRED')
      provider.answer = { body: '{"success":false,"error-codes":["invalid-input-secret"]}' }
      expect((await login(gateway(), { 'x-captcha-token': 'any' })).status).to.equal(503)
      provider.answer = undefined
      expect((await login(gateway(), { 'x-captcha-token': 'any' })).json.code).to.equal('INVALID_CAPTCHA')
    })
  })

  describe('without a provider', () => {
    const gateway = useGateway()

    it('are not required, and the headers are ignored', async () => {
      expect((await login(gateway(), { 'x-captcha-token': 'any', 'x-captcha-type': 'odd' })).status).to.equal(
        200,
      )
    })
  })

  it('cannot be configured with an unknown provider or without a secret', () => {
    const settingsOf = (more: Record<string, string>) => readSettings(captchaSettings(), { ...env, ...more })
    const { log } = logLines()
    expect(() => openCaptcha(settingsOf({ GATEHOUSE_CAPTCHA_SECRET: '' }), log)).to.throw(
      SettingsError,
      'GATEHOUSE_CAPTCHA_SECRET must be set',
    )
    expect(() => settingsOf({ GATEHOUSE_CAPTCHA_PROVIDER: 'other' })).to.throw(
      SettingsError,
      'must be one of',
    )
  })
})
