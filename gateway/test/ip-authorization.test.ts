import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { annsToken, ticket } from './fixtures.ts'
import { type TestGateway, useGateway } from './running-gateway.ts'

const path = '/auth/ip-authorization/poll'
const required = { path: 'ticket', code: 'REQUIRED', message: 'This field is required.' }

describe('IP authorization routes', () => {
  const gateway = useGateway()
  const call: TestGateway['call'] = (...request) => gateway().call(...request)
  const lastRequest = () => gateway().stubs.received.at(-1)?.request as Record<string, unknown>

  describe('POST /auth/login from an address that is not authorized', () => {
    it('answers 403 with the ticket', async () => {
      const data = {
        ip_authorization_required: true,
        ticket,
        email: 'Ann@gatehouse.test',
        resend_available_in: 30,
        number: '42',
      }
      gateway().stubs.auth.login = () => {
        throw new ServiceError('IP_AUTHORIZATION_REQUIRED', { data })
      }
      const json = { email: 'ann@gatehouse.test', password: 'violet-anchor-17' }
      const response = await call('POST', '/auth/login', { json, token: null })
      const message =
        'This address is not authorized yet. Open the link in the email that was sent to the account.'
      expect([response.status, response.json]).to.deep.equal([
        403,
        { code: 'IP_AUTHORIZATION_REQUIRED', message, ...data },
      ])
      expect(response.headers.get('cache-control')).to.equal('no-store')
      expect(gateway().logged.text()).to.not.contain(ticket)
    })
  })

  describe('GET /auth/ip-authorization/poll', () => {
    it('rejects a request without a ticket, and a repeated or empty one', async () => {
      expect((await call('GET', path)).json.errors).to.deep.equal([required])
      for (const query of [`?ticket=${ticket}&ticket=${ticket}`, '?ticket=', `?ticket=${'x'.repeat(257)}`])
        expect((await call('GET', path + query)).status, query).to.equal(400)
      expect(gateway().stubs.received).to.deep.equal([])
    })

    it('reads the ticket from the header or else the query, and logs neither', async () => {
      await call('GET', `${path}?ticket=${ticket}`, { token: null })
      expect(lastRequest()).to.include({ ticket })
      await call('GET', `${path}?ticket=${ticket}`, { headers: { 'x-ticket': 'of-the-header' } })
      expect(lastRequest()).to.include({ ticket: 'of-the-header' })
      expect(gateway().logged.text()).to.not.contain(ticket).and.to.not.contain('of-the-header')
    })

    it('answers null until the sign-in is complete', async () => {
      const response = await call('GET', path, { headers: { 'x-ticket': ticket }, token: null })
      expect([response.status, response.json]).to.deep.equal([
        200,
        { completed: false, token: null, user_id: null },
      ])
      expect(response.headers.get('set-cookie')).to.equal(null)
    })

    it('answers the session with the cookie of the device', async () => {
      gateway().stubs.auth.pollIpAuthorization = () => ({
        signedIn: { token: annsToken, accountId: '1', deviceToken: 'v1.device' },
      })
      const response = await call('GET', path, { headers: { 'x-ticket': ticket }, token: null })
      expect(response.json).to.deep.equal({ completed: true, token: annsToken, user_id: '1' })
      expect(response.headers.get('set-cookie')).to.contain('gatehouse_device=v1.device;')
      expect(response.headers.get('cache-control')).to.equal('no-store')
    })
  })

  describe('POST /auth/ip-authorization/resend', () => {
    it('answers 429 with the time left', async () => {
      gateway().stubs.auth.resendIpAuthorization = () => {
        const data = { resend_available_in: 12, retry_after: 12 }
        throw new ServiceError('IP_AUTHORIZATION_RESEND_COOLDOWN', { data })
      }
      const response = await call('POST', '/auth/ip-authorization/resend', { json: { ticket } })
      expect([response.status, response.json.code]).to.deep.equal([429, 'IP_AUTHORIZATION_RESEND_COOLDOWN'])
      expect(response.json).to.include({ resend_available_in: 12, retry_after: 12 })
      expect(response.headers.get('retry-after')).to.equal('12')
    })
  })

  describe('POST /auth/authorize-ip and its info', () => {
    it('reject a token of a wrong length like an unknown one', async () => {
      const code = 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN'
      const reject = (): never => {
        throw invalidFields({ token: code })
      }
      Object.assign(gateway().stubs.auth, { authorizeIp: reject, getIpAuthorization: reject })
      for (const route of ['/auth/authorize-ip', '/auth/authorize-ip/info']) {
        const responses = []
        for (const token of ['', 'x', 'x'.repeat(300)])
          responses.push((await call('POST', route, { json: { token }, token: null })).text)
        expect(new Set(responses).size, route).to.equal(1)
        expect(responses[0]).to.contain(code)
      }
    })

    it('show the account, the device, its place and its address', async () => {
      const response = await call('POST', '/auth/authorize-ip/info', { json: { token: ticket }, token: null })
      expect(response.json).to.deep.equal({
        created_at: '2030-01-01T00:00:00.000Z',
        expires_at: '2030-01-01T00:15:00.000Z',
        email: 'ann@gatehouse.test',
        username: 'ann',
        address: '192.0.2.7',
        client_info: { browser: 'Firefox', location: null, os: null, platform: null },
      })
    })
  })
})
