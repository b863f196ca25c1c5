import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { type ErrorBody, fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'
import { requestExamplesOf } from './surface/documented-examples.ts'

type SignedIn = { token: string; user_id: string }
type MfaRequired = { mfa: true; ticket: string }
type BackupCodes = { backup_codes: { code: string; consumed: boolean }[] }
type Setup = { secret: string; otpauth_uri: string; qr_code: string | null }

const minute = 60_000
const wrongCode = '000000'

describe('second factors', () => {
  const stack = openDevStack()
  const app = authenticatorApp(stack)
  let ann: TestAccount
  let secret = ''
  let backupCodes: string[] = []

  const codeNow = () => app.codeOf(secret)
  const freshCode = () => app.freshCodeOf(secret)
  const post = <Body = ErrorBody>(path: string, body: unknown, token = ann.token) =>
    stack.post<Body>(path, { token, body })
  const rejection = async (path: string, body: unknown, token = ann.token) => {
    const response = await stack.post(path, { token, body })
    return [response.status, response.body.code, ...fieldErrors(response.body)]
  }
  const login = ({ email, password }: TestAccount = ann) =>
    stack.post<MfaRequired>('/auth/login', { body: { email, password } })
  const ticket = () => app.ticketFor(ann)
  const complete = <Body = SignedIn>(mfaTicket: string, code: string) =>
    stack.post<Body>('/auth/login/mfa/totp', { body: { ticket: mfaTicket, code } })
  const completeRejection = async (mfaTicket: string, code: string) => {
    const { status, body } = await complete<ErrorBody>(mfaTicket, code)
    return [status, ...fieldErrors(body)]
  }

  beforeEach(async () => {
    ann = await stack.register('ann')
    ;({ secret, backupCodes } = await app.enable(ann))
  })

  it('are set up with a QR code on request, and only once', async () => {
    const bea = await stack.register('bea')
    const plain = await post<Setup>('/users/@me/mfa/totp/setup', {}, bea.token)
    expect([plain.status, plain.body.qr_code]).to.deep.equal([200, null])
    expect(plain.headers.get('cache-control')).to.equal('no-store')
    const { body } = await post<Setup>('/users/@me/mfa/totp/setup', { qr_code: true }, bea.token)
    expect(body.qr_code).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>/)
    expect(body.otpauth_uri).to.contain(`secret=${body.secret}`)
    expect(await rejection('/users/@me/mfa/totp/setup', {})).to.deep.equal([
      400,
      'TWO_FACTOR_ALREADY_ENABLED',
    ])
    expect(await rejection('/users/@me/mfa/totp/disable', { code: '1' }, bea.token)).to.deep.equal([
      400,
      'TWO_FACTOR_NOT_ENABLED',
    ])
  })

  it('are in the account, and the methods of sign-in and step-up agree', async () => {
    const { body: me } = await stack.get('/users/@me', { token: ann.token })
    expect(me).to.deep.include({ mfa_enabled: true, authenticator_types: [0] })
    const { body: sudo } = await stack.get('/users/@me/sudo/mfa-methods', { token: ann.token })
    expect(sudo).to.deep.equal({ has_mfa: true, totp: true, sms: false, webauthn: false })
    const { status, body } = await login()
    expect(status).to.equal(200)
    expect(body).to.deep.include({
      mfa: true,
      allowed_methods: ['totp'],
      totp: true,
      sms: false,
      webauthn: false,
      sms_phone_hint: null,
    })
    const bea = await stack.register('bea')
    const none = await stack.get('/users/@me/sudo/mfa-methods', { token: bea.token })
    expect(none.body).to.deep.equal({ has_mfa: false, totp: false, sms: false, webauthn: false })
    expect((await stack.get('/users/@me/sudo/mfa-methods')).status).to.equal(401)
  })

  it('complete a sign-in with a code or a backup code, each once', async () => {
    const pending = await ticket()
    const { status, body, headers } = await complete(pending, await freshCode())
    expect([status, body.user_id]).to.deep.equal([200, ann.user_id])
    expect(headers.get('set-cookie')).to.contain('gatehouse_device=')
    expect((await stack.get('/users/@me', { token: body.token })).status).to.equal(200)
    expect(await completeRejection(pending, codeNow())).to.deep.equal([400, 'ticket:SESSION_TIMEOUT'])

    const [code = ''] = backupCodes
    expect((await complete(await ticket(), code)).status).to.equal(200)
    expect(await completeRejection(await ticket(), code)).to.deep.equal([400, 'code:CODE_ALREADY_USED'])
  })

  it('reject unknown, expired and malformed tickets, and a ticket as a token', async () => {
    const pending = await ticket()
    expect((await stack.get('/users/@me', { token: pending })).status).to.equal(401)
    await stack.network().clock.advance(5 * minute)
    for (const text of [pending, 'x', `${ann.user_id}.${'x'.repeat(43)}`])
      expect(await completeRejection(text, codeNow()), text).to.deep.equal([400, 'ticket:SESSION_TIMEOUT'])
    expect(await completeRejection('', '')).to.deep.equal([
      400,
      'code:STRING_LENGTH_INVALID',
      'ticket:STRING_LENGTH_INVALID',
    ])
    const missing = await stack.post('/auth/login/mfa/totp', { body: {} })
    expect(fieldErrors(missing.body)).to.deep.equal(['code:REQUIRED', 'ticket:REQUIRED'])
  })

  it('stop accepting codes of a ticket after five wrong ones, and of the account after ten', async () => {
    for (let i = 0; i < 2; i++) {
      const pending = await ticket()
      for (let j = 0; j < 5; j++)
        expect(await completeRejection(pending, wrongCode)).to.deep.equal([400, 'code:INVALID_CODE'])
      expect(await completeRejection(pending, await freshCode())).to.deep.equal([
        400,
        'ticket:SESSION_TIMEOUT',
      ])
    }
  })

  it('require a code for sensitive changes, and do not accept the password', async () => {
    const token = (await complete(await ticket(), await freshCode())).body.token
    await stack.network().clock.advance(6 * minute)
    const end = { session_id_hashes: [] }
    for (const proof of [{}, { password: ann.password }]) {
      const response = await stack.post('/auth/sessions/logout', { token, body: { ...end, ...proof } })
      expect(response.status).to.equal(403)
      expect(response.body).to.deep.include({
        code: 'SUDO_MODE_REQUIRED',
        has_mfa: true,
        methods: ['totp'],
      })
    }
    const wrong = { ...end, mfa_method: 'totp', mfa_code: wrongCode }
    expect(await rejection('/auth/sessions/logout', wrong, token)).to.deep.equal([
      400,
      'INVALID_FORM_BODY',
      'mfa_code:INVALID_MFA_CODE',
    ])
    for (const [part, problem] of [
      [{ mfa_code: codeNow() }, 'mfa_method:REQUIRED'],
      [{ mfa_method: 'totp' }, 'mfa_code:REQUIRED'],
      [{ mfa_method: 'email', mfa_code: codeNow() }, 'mfa_method:INVALID_FORMAT'],
      [{ mfa_method: 'sms', mfa_code: codeNow() }, 'SUDO_MODE_REQUIRED'],
    ] as const)
      expect(await rejection('/auth/sessions/logout', { ...end, ...part }, token)).to.include(problem)
    const right = { ...end, mfa_method: 'totp', mfa_code: codeNow() }
    expect((await post('/auth/sessions/logout', right, token)).status).to.equal(204)
    const { body } = await post<BackupCodes>('/users/@me/mfa/backup-codes', { regenerate: false }, token)
    expect(body.backup_codes[0]?.code).to.match(/^\*{5}-\*{3}[a-z2-7]{2}$/)
  })

  it('cannot be changed without a recent proof of identity, on any route', async () => {
    const token = (await complete(await ticket(), await freshCode())).body.token
    await stack.network().clock.advance(6 * minute)
    const changes = apiRoutes.filter(
      ({ path, errors }) => path.startsWith('/users/@me/') && errors.includes('SUDO_MODE_REQUIRED'),
    )
    expect(changes.length).to.be.above(10)
    for (const route of changes) {
      const [example] = Object.values(requestExamplesOf(route))
      const path = route.path.replace('{credential_id}', 'AAAA')
      const { mfa_method, mfa_code, ...body } = example?.body ?? {}
      const send = { post: stack.post, patch: stack.patch, delete: stack.del, get: stack.get }[route.method]
      const response = await send<ErrorBody>(path, { token, body })
      expect([response.status, response.body.code], `${route.method} ${path}`).to.deep.equal([
        403,
        'SUDO_MODE_REQUIRED',
      ])
    }
  })

  it('replace backup codes', async () => {
    const { body } = await post<BackupCodes>('/users/@me/mfa/backup-codes', { regenerate: true })
    expect(await completeRejection(await ticket(), backupCodes[0] ?? '')).to.deep.equal([
      400,
      'code:INVALID_CODE',
    ])
    const other = await complete(await ticket(), body.backup_codes[0]?.code ?? '')
    expect(other.status).to.equal(200)
    const again = {
      regenerate: true,
      end_other_sessions: true,
      mfa_method: 'totp',
      mfa_code: await freshCode(),
    }
    expect((await post('/users/@me/mfa/backup-codes', again)).status).to.equal(200)
    expect((await stack.get('/users/@me', { token: other.body.token })).status).to.equal(401)
    expect((await stack.get('/users/@me', { token: ann.token })).status).to.equal(200)
  })

  it('end other sessions if requested, and are removed with a code', async () => {
    const other = (await complete(await ticket(), await freshCode())).body.token
    const body = { code: await freshCode(), end_other_sessions: true }
    expect((await post('/users/@me/mfa/totp/disable', body)).status).to.equal(204)
    expect((await stack.get('/auth/sessions/current', { token: other })).status).to.equal(401)
    expect((await stack.get('/auth/sessions/current', { token: ann.token })).status).to.equal(200)
    expect((await login()).body).to.have.property('token')
  })

  it('are removed by an operator', async () => {
    const { out } = await adminOutput(['account', 'reset-mfa', ann.email, '--json'], {
      env: stack.network().env,
    })
    expect(JSON.parse(out)).to.deep.include({ id: ann.user_id, second_factors: [] })
    expect((await login()).body).to.have.property('token')
  })
})
