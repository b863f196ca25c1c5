import { HandoffState } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { annsToken, handoffCode, receiverSecret, session } from './fixtures.ts'
import { sendRaw } from './raw-http.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

const status = `/auth/handoff/${handoffCode}/status`

describe('handoff routes', () => {
  const gateway = useGateway()
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request as Record<string, unknown>

  describe('POST /auth/handoff/initiate', () => {
    it('sends a receiver its secret in a header and an HttpOnly cookie', async () => {
      const response = await call('POST', '/auth/handoff/initiate', { token: null })
      expect([response.status, response.json]).to.deep.equal([
        200,
        { code: handoffCode, expires_at: '2030-01-01T00:05:00.000Z' },
      ])
      expect(response.headers.get('x-handoff-secret')).to.equal(receiverSecret)
      expect(response.headers.get('set-cookie')).to.equal(
        `gatehouse_handoff=${receiverSecret}; Max-Age=300; Path=/; HttpOnly; SameSite=Lax`,
      )
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(lastRequest()).to.have.property('token', undefined)
    })

    it('sends a giver no secret', async () => {
      const response = await call('POST', '/auth/handoff/initiate')
      expect(lastRequest()).to.deep.include({ token: annsToken })
      expect([response.headers.get('x-handoff-secret'), response.headers.get('set-cookie')]).to.deep.equal([
        null,
        null,
      ])
    })

    it('rejects a malformed Authorization instead of treating the caller as a receiver', async () => {
      for (const token of ['Basic YTpi', '', 'a b c', 'x'.repeat(1_000)]) {
        const response = await call('POST', '/auth/handoff/initiate', { token })
        expect([response.status, response.json.code], token).to.deep.equal([401, 'UNAUTHORIZED'])
      }
      const head = 'POST /auth/handoff/initiate HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
      const twice = `Authorization: ${annsToken}\r\nAuthorization: ${annsToken}\r\n\r\n`
      expect((await sendRaw(gateway().url, `${head}${twice}`)).status).to.equal(401)
      expect(gateway().stubs.received).to.deep.equal([])
    })
  })

  describe('GET /auth/handoff/{code}/status', () => {
    it('returns null for pending values', async () => {
      const response = await call('GET', status, { token: null })
      expect(response.json).to.deep.equal({ status: 'pending', token: null, user_id: null })
      expect(response.headers.get('x-handoff-secret')).to.equal(null)
    })

    it('sends the unchanged code, the secret and the client to session-service', async () => {
      const path = `/auth/handoff/${encodeURIComponent(' k7pw–3xnb ')}/status`
      await call('GET', path, {
        headers: { 'x-handoff-secret': 'from-header', cookie: 'gatehouse_handoff=b' },
      })
      expect(lastRequest()).to.deep.include({ code: ' k7pw–3xnb ', receiverSecret: 'from-header' })
      expect(lastRequest()).to.deep.include({ token: annsToken, peek: false })
    })

    it('reads the secret from its cookie only', async () => {
      const presented = async (headers: Record<string, string>) => {
        await call('GET', status, { token: null, headers })
        return lastRequest().receiverSecret
      }
      expect(await presented({ cookie: `a=b; gatehouse_handoff=${receiverSecret}; c=d` })).to.equal(
        receiverSecret,
      )
      expect(await presented({ cookie: `x_gatehouse_handoff=${receiverSecret}` })).to.equal(undefined)
      expect(await presented({ cookie: `__Host-gatehouse_handoff=${receiverSecret}` })).to.equal(undefined)
      expect(await presented({ 'x-handoff-secret': 'x'.repeat(300) })).to.equal(undefined)
      await call('GET', `${status}?secret=${receiverSecret}`, { token: null })
      expect(lastRequest().receiverSecret).to.equal(undefined)
    })

    it('sends the secret to the receiver that claims the code', async () => {
      const pending = { state: HandoffState.PENDING }
      gateway().stubs.handoffs.status = () => ({ ...pending, receiverSecret })
      const response = await call('GET', status, { token: null })
      expect(response.headers.get('x-handoff-secret')).to.equal(receiverSecret)
      expect(response.headers.get('set-cookie')).to.include(`gatehouse_handoff=${receiverSecret};`)
      expect(response.text).to.not.include(receiverSecret)
    })

    it('returns the token', async () => {
      const completed = {
        state: HandoffState.COMPLETED,
        token: annsToken,
        accountId: '1',
      }
      gateway().stubs.handoffs.status = () => completed
      const response = await call('GET', status, { token: null })
      expect(response.json).to.deep.equal({ status: 'completed', token: annsToken, user_id: '1' })
      expect(response.headers.get('cache-control')).to.equal('no-store')
    })

    it('does not claim the code for HEAD', async () => {
      const response = await call('HEAD', status, { token: null })
      expect([response.status, response.text]).to.deep.equal([200, ''])
      expect(lastRequest().peek).to.equal(true)
    })

    it('treats a malformed Authorization as missing', async () => {
      expect((await call('GET', status, { token: 'Basic YTpi' })).status).to.equal(200)
      expect(lastRequest().token).to.equal(undefined)
    })
  })

  it('shows the receiving device to the giver', async () => {
    const response = await call('GET', `/auth/handoff/${handoffCode}`)
    expect(response.json).to.deep.equal({
      status: 'pending',
      created_at: '2030-01-01T00:00:00.000Z',
      expires_at: '2030-01-01T00:05:00.000Z',
      client_info: { browser: 'Firefox', location: null, os: null, platform: null },
    })
    expect(lastRequest()).to.deep.include({ code: handoffCode })
    expect(lastRequest().actor).to.deep.include({ accountId: '1', sessionIdHash: 'annsHash' })
  })

  it('completes with the token of the body, the account as text, and Authorization', async () => {
    const body = { code: handoffCode, token: 'gh_x', user_id: 1541815603606036 }
    const response = await call('POST', '/auth/handoff/complete', { json: body })
    expect([response.status, response.text]).to.deep.equal([204, ''])
    const expected = {
      code: handoffCode,
      token: 'gh_x',
      accountId: '1541815603606036',
      authorization: annsToken,
    }
    expect(lastRequest()).to.deep.include(expected)
    const large = `{"code":"${handoffCode}","token":" x ","user_id":9223372036854775807}`
    await call('POST', '/auth/handoff/complete', { body: large, token: null })
    expect(lastRequest()).to.deep.include({
      token: ' x ',
      accountId: '9223372036854775807',
    })
    const bad = await call('POST', '/auth/handoff/complete', { json: body, token: 'Basic YTpi' })
    expect([bad.status, bad.json.code]).to.deep.equal([401, 'UNAUTHORIZED'])
  })

  describe('with a session that must prove its identity', () => {
    const giver = { ...session, idHash: 'childHash' }
    const json = { code: handoffCode, token: 'gh_x', user_id: '1' }
    const received = () => gateway().stubs.received.map(({ request }) => request as Record<string, unknown>)
    beforeEach(() => {
      gateway().stubs.handoffs.complete = ({ proved }) => ({ proofRequiredOf: proved ? undefined : giver })
    })

    it('completes after auth-service accepted the proof of the body, as the session of the token', async () => {
      const response = await call('POST', '/auth/handoff/complete', {
        json: { ...json, password: 'violet-anchor-17' },
        token: null,
      })
      expect(response.status).to.equal(204)
      const [_sso, first, proof, second] = received()
      expect(first).to.not.have.property('proved', true)
      expect(proof).to.deep.include({ password: 'violet-anchor-17' })
      expect(proof?.actor).to.deep.include({ accountId: '1', sessionIdHash: 'childHash' })
      expect(second).to.deep.include({ code: handoffCode, token: 'gh_x', proved: true })
    })

    it('does not complete without one', async () => {
      gateway().stubs.auth.assertStepUp = () => {
        throw new ServiceError('SUDO_MODE_REQUIRED', { data: { has_mfa: false, methods: ['password'] } })
      }
      const response = await call('POST', '/auth/handoff/complete', { json, token: null })
      expect([response.status, response.json]).to.deep.include(403)
      expect(response.json).to.deep.include({ code: 'SUDO_MODE_REQUIRED', methods: ['password'] })
      expect(received().filter(({ proved }) => proved)).to.deep.equal([])
    })
  })

  it('cancels with the proof of either side', async () => {
    const headers = { 'x-handoff-secret': receiverSecret }
    expect((await call('DELETE', `/auth/handoff/${handoffCode}`, { headers })).status).to.equal(204)
    expect(lastRequest()).to.deep.include({ code: handoffCode, token: annsToken, receiverSecret })
  })

  it('returns the status of each error', async () => {
    const errors = {
      INVALID_TOKEN: 401,
      SESSION_TOKEN_MISMATCH: 400,
      SESSION_LIMIT_REACHED: 400,
      INVALID_HANDOFF_CODE: 400,
    } as const
    const json = { code: handoffCode, token: 'gh_x', user_id: '1' }
    for (const [code, expected] of Object.entries(errors)) {
      gateway().stubs.handoffs.complete = () => {
        throw new ServiceError(code as keyof typeof errors)
      }
      const response = await call('POST', '/auth/handoff/complete', { json, token: null })
      expect([response.status, response.json.code]).to.deep.equal([expected, code])
    }
  })

  it('rejects several Authorization headers on all routes', async () => {
    const authorization = `Authorization: ${annsToken}\r\n`
    for (const line of [
      `GET ${status}`,
      `DELETE /auth/handoff/${handoffCode}`,
      `GET /auth/handoff/${handoffCode}`,
    ]) {
      const head = `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${authorization}${authorization}\r\n`
      expect((await sendRaw(gateway().url, head)).status, line).to.equal(401)
    }
    expect(gateway().stubs.received).to.deep.equal([])
  })

  it('does not log codes and secrets', async () => {
    await call('GET', status, { token: null, headers: { 'x-handoff-secret': receiverSecret } })
    await call('DELETE', `/auth/handoff/${handoffCode}`)
    const log = gateway().logged.text()
    expect(log).to.include('/auth/handoff/{code}/status').and.to.include('/auth/handoff/{code}"')
    expect(log).to.not.include(handoffCode).and.to.not.include(receiverSecret)
  })
})

describe('handoffs over https', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'https://gate.example' })

  it('bind the cookie to the host', async () => {
    const { headers } = await gateway().call('POST', '/auth/handoff/initiate', { token: null })
    expect(headers.get('set-cookie')).to.equal(
      `__Host-gatehouse_handoff=${receiverSecret}; Max-Age=300; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
    const cookie = `gatehouse_handoff=planted; __Host-gatehouse_handoff=${receiverSecret}`
    await gateway().call('GET', status, { token: null, headers: { cookie } })
    expect(gateway().stubs.received.at(-1)?.request).to.deep.include({ receiverSecret })
  })
})

describe('handoffs over plain http', () => {
  const gateway = useGateway({ GATEHOUSE_PUBLIC_URL: 'http://gate.example' })

  it('set no cookie', async () => {
    const { headers } = await gateway().call('POST', '/auth/handoff/initiate', { token: null })
    expect([headers.get('set-cookie'), headers.get('x-handoff-secret')]).to.deep.equal([null, receiverSecret])
  })
})
