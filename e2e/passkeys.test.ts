import { type Faults, flag, softAuthenticator } from '@gatehouse/auth-service/test/soft-authenticator'
import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { type ErrorBody, fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

type Options = { challenge: string; allowCredentials: { id: string }[]; user: { id: string } }
type SignedIn = { token: string; user_id: string }
type Passkey = { id: string; name: string; last_used_at: string | null }

const minute = 60_000
const path = '/users/@me/mfa/webauthn/credentials'

describe('passkeys', () => {
  const stack = openDevStack({
    settings: {
      GATEHOUSE_WEBAUTHN_RP_ID: 'localhost',
      GATEHOUSE_WEBAUTHN_ORIGINS: 'http://localhost:8080',
    },
  })
  const app = authenticatorApp(stack)
  let ann: TestAccount
  let authenticator = softAuthenticator()

  const optionsOf = async (url: string, body: object, token?: string) =>
    (await stack.post<Options>(url, { body, ...(token !== undefined && { token }) })).body
  const add = async ({ token, password, user_id }: TestAccount) => {
    const added = softAuthenticator({ accountId: user_id })
    const { challenge } = await optionsOf(`${path}/registration-options`, { password }, token)
    const body = { challenge, response: JSON.parse(added.register(challenge)), name: 'Laptop' }
    expect((await stack.post(path, { token, body })).status).to.equal(200)
    return added
  }
  const asserted = (challenge: string, faults: Faults = {}) => ({
    challenge,
    response: JSON.parse(authenticator.assert(challenge, faults)),
  })
  const challengeOf = async (url: string, body: object = {}, token?: string) =>
    (await optionsOf(url, body, token)).challenge
  const signInChallenge = () => challengeOf('/auth/webauthn/authentication-options')
  const authenticate = (body: object) =>
    stack.post<ErrorBody & SignedIn>('/auth/webauthn/authenticate', { body })
  const signInWithPasskey = async () => {
    const { status, body } = await authenticate(asserted(await signInChallenge()))
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
  const login = async ({ email, password } = ann) =>
    (await stack.post<{ ticket: string; token: string }>('/auth/login', { body: { email, password } })).body
  const requirePasskey = ({ token, password } = ann) =>
    stack.patch('/users/@me/mfa', {
      token,
      body: { require_passkey: true, end_other_sessions: true, password },
    })
  const ended = { session_id_hashes: [] }
  const endSessions = async (token: string, proof: object = {}) => {
    const { status, body } = await stack.post('/auth/sessions/logout', {
      token,
      body: { ...ended, ...proof },
    })
    return status === 204 ? 204 : [status, body.code, ...fieldErrors(body)]
  }

  beforeEach(async () => {
    ann = await stack.register('ann')
    authenticator = await add(ann)
  })

  it('reject replayed and altered challenges, and assertions without user verification', async () => {
    const challenge = await signInChallenge()
    expect((await authenticate(asserted(challenge))).status).to.equal(200)
    const fresh = await signInChallenge()
    const altered = { ...asserted(fresh), challenge: `${fresh.slice(0, -1)}_` }
    const unverified = asserted(await signInChallenge(), { flags: flag.up })
    const expired = asserted(await signInChallenge())
    for (const body of [asserted(challenge), altered, asserted(fresh, { challenge }), unverified]) {
      const { status, body: answer } = await authenticate(body)
      expect([status, answer.code]).to.deep.equal([401, 'PASSKEY_AUTHENTICATION_FAILED'])
      expect(answer.unknown_credential).to.equal(null)
    }
    await stack.network().clock.advance(5 * minute)
    expect((await authenticate(expired)).status).to.equal(401)
    // A registration is no sign-in, and the other way round.
    const registration = await challengeOf(`${path}/registration-options`, ann, ann.token)
    expect((await authenticate(asserted(registration))).status).to.equal(401)
  })

  it('reject the passkey of another account and one that was removed, which the response names', async () => {
    const bea = await stack.register('bea')
    const other = await add(bea)
    const challenge = await signInChallenge()
    const forged = { ...JSON.parse(other.assert(challenge)), id: authenticator.id, rawId: authenticator.id }
    expect((await authenticate({ challenge, response: forged })).status).to.equal(401)
    const { password, token } = ann
    await stack.del(`${path}/${authenticator.id}`, { token, body: { password } })
    const { status, body } = await authenticate(asserted(await signInChallenge()))
    expect([status, body.unknown_credential]).to.deep.equal([
      401,
      { rpId: 'localhost', credentialId: authenticator.id },
    ])
  })

  it('are listed, renamed and removed by their owner only, with options for the same user id', async () => {
    const { password, token } = ann
    const options = await optionsOf(`${path}/registration-options`, { password }, token)
    expect(options.user.id).to.equal(Buffer.from(ann.user_id).toString('base64url'))
    const bea = await stack.register('bea')
    const own = `${path}/${authenticator.id}`
    const renaming = { name: 'Phone', password: bea.password }
    expect((await stack.patch(own, { token: bea.token, body: renaming })).status).to.equal(404)
    expect((await stack.del(own, { token: bea.token, body: { password: bea.password } })).status).to.equal(
      404,
    )
    expect((await stack.get<Passkey[]>(path, bea)).body).to.deep.equal([])
    expect((await stack.get(path)).status).to.equal(401)
    expect((await stack.patch(own, { token, body: { name: 'Phone', password } })).status).to.equal(200)
    const { body } = await stack.get<Passkey[]>(path, { token })
    expect(body.map(({ id, name }) => [id, name])).to.deep.equal([[authenticator.id, 'Phone']])
    const other = await stack.signIn(ann)
    const removal = { token, body: { password, end_other_sessions: true } }
    expect((await stack.del(own, removal)).status).to.equal(200)
    expect((await stack.get(path, { token: other })).status).to.equal(401)
    expect((await stack.get(path, { token })).body).to.deep.equal([])
  })

  it('are the only method beside backup codes of an account that requires one and has no app', async () => {
    const { token: other } = await login()
    await requirePasskey()
    expect((await stack.get('/users/@me', { token: other })).status).to.equal(401)
    const methods = { totp: false, sms: false, webauthn: true }
    const { ticket, ...required } = await login()
    expect(required).to.deep.include({ ...methods, allowed_methods: ['webauthn', 'backup_code'] })
    const { body: sudo } = await stack.get('/users/@me/sudo/mfa-methods', ann)
    expect(sudo).to.deep.equal({ ...methods, has_mfa: true })
    const byCode = await stack.post('/auth/login/mfa/totp', { body: { ticket, code: '000000' } })
    expect([byCode.status, ...fieldErrors(byCode.body)]).to.deep.equal([400, 'code:INVALID_CODE'])
  })

  it('complete a sign-in with a ticket of the same account, once', async () => {
    const bea = await stack.register('bea')
    await add(bea)
    await requirePasskey()
    await requirePasskey(bea)
    const [{ ticket }, { ticket: foreign }] = [await login(), await login(bea)]
    const url = '/auth/login/mfa/webauthn'
    const complete = (body: object) => stack.post<ErrorBody & SignedIn>(url, { body })
    const optionsFor = (of: string) => challengeOf(`${url}/authentication-options`, { ticket: of })
    expect((await complete({ ticket: foreign, ...asserted(await optionsFor(foreign)) })).status).to.equal(401)
    expect((await complete({ ticket, ...asserted(await optionsFor(foreign)) })).status).to.equal(401)
    expect((await complete({ ticket, ...asserted(await signInChallenge()) })).status).to.equal(401)
    const signedIn = await complete({ ticket, ...asserted(await optionsFor(ticket), { flags: flag.up }) })
    expect([signedIn.status, signedIn.body.user_id]).to.deep.equal([200, ann.user_id])
    const again = await stack.post(`${url}/authentication-options`, { body: { ticket } })
    expect([again.status, ...fieldErrors(again.body)]).to.deep.equal([400, 'ticket:SESSION_TIMEOUT'])
  })

  it('prove the identity of one session, not of another one or another account', async () => {
    expect((await requirePasskey()).status).to.equal(200)
    const one = await signInWithPasskey()
    const two = await signInWithPasskey()
    await stack.network().clock.advance(6 * minute)
    const stepUp = () => challengeOf('/users/@me/sudo/webauthn/authentication-options', {}, one.token)
    const proof = ({ challenge, response }: ReturnType<typeof asserted>) => ({
      mfa_method: 'webauthn',
      webauthn_challenge: challenge,
      webauthn_response: response,
    })
    const required = [403, 'SUDO_MODE_REQUIRED']
    expect(await endSessions(one.token)).to.deep.equal(required)
    expect(await endSessions(one.token, { password: ann.password })).to.deep.equal(required)
    const wrong = [400, 'INVALID_FORM_BODY', 'webauthn_response:INVALID_PASSKEY_RESPONSE']
    expect(await endSessions(two.token, proof(asserted(await stepUp())))).to.deep.equal(wrong)
    expect(await endSessions(one.token, proof(asserted(await signInChallenge())))).to.deep.equal(wrong)
    expect(await endSessions(one.token, proof(asserted(await stepUp())))).to.equal(204)
    expect(await endSessions(one.token)).to.equal(204)
    expect(await endSessions(two.token)).to.deep.equal(required)
  })

  it('take the place of a code beside an app, whose codes still work', async () => {
    const { secret, backupCodes } = await app.enable(ann)
    const { ticket, ...required } = await login()
    expect(required).to.deep.include({ totp: true, webauthn: true, allowed_methods: ['totp', 'webauthn'] })
    const late = app.codeOf(secret)
    await stack.network().clock.advance(2 * minute)
    // The time of the client does not count.
    const time = stack.network().clock.now() - 2 * minute
    const byLateCode = await stack.post('/auth/login/mfa/totp', { body: { ticket, code: late, time } })
    expect(fieldErrors(byLateCode.body)).to.deep.equal(['code:INVALID_CODE'])
    const byCode = await stack.post<SignedIn>('/auth/login/mfa/totp', {
      body: { ticket, code: await app.freshCodeOf(secret) },
    })
    const { token } = byCode.body
    await stack.network().clock.advance(6 * minute)
    const [code] = backupCodes
    const proof = { mfa_method: 'totp', mfa_code: code }
    expect(await endSessions(token, proof)).to.equal(204)
    expect(await endSessions(token, proof)).to.deep.equal([
      400,
      'INVALID_FORM_BODY',
      'mfa_code:CODE_ALREADY_USED',
    ])
  })
})
