import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { useGateway } from './running-gateway.ts'

const credentials = { email: 'ann@gatehouse.test', password: 'kz7!mQ2x-vbn' }

describe('sign-ins of an address whose sign-in found the queue of auth-service full', () => {
  const gateway = useGateway({ GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })

  const failWith = (error: ServiceError) => {
    gateway().stubs.auth.login = () => {
      throw error
    }
  }
  const queueFull = (queueMs = 3000) =>
    new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 2, queue_ms: queueMs }, cause: 'full' })
  const signIn = async (address: string, deviceToken?: string) => {
    const { received } = gateway().stubs
    const before = received.length
    const cookie = deviceToken === undefined ? {} : { cookie: `gatehouse_device=${deviceToken}` }
    const headers = { 'x-forwarded-for': address, ...cookie }
    const response = await gateway().call('POST', '/auth/login', { token: null, json: credentials, headers })
    return { ...response, isAsked: received.slice(before).some(({ rpc }) => /login/i.test(rpc)) }
  }

  it('are rejected for a second without a call, a limit or the end of the connection', async () => {
    failWith(queueFull())
    const first = await signIn('203.0.113.1')
    expect([first.status, first.headers.get('retry-after'), first.isAsked]).to.deep.equal([503, '2', true])
    expect(first.json).to.have.all.keys('code', 'message', 'retry_after')
    // There is no session to end.
    expect(gateway().stubs.received.map(({ rpc }) => rpc)).not.to.include('sessions.endAttempt')
    for (const ms of [0, 500, 499]) {
      gateway().clock.advance(ms)
      const next = await signIn('203.0.113.1')
      expect([next.status, next.headers.get('retry-after'), next.isAsked]).to.deep.equal([503, '1', false])
      expect(next.json).to.deep.equal({ ...first.json, retry_after: 1 })
      expect([next.headers.get('connection'), next.headers.get('x-ratelimit-limit')]).to.deep.equal([
        'keep-alive',
        null,
      ])
    }
    gateway().clock.advance(1)
    expect((await signIn('203.0.113.1')).isAsked).to.equal(true)
  })

  it('are rejected for half of the time that the queue needs, if that is less', async () => {
    failWith(queueFull(400))
    await signIn('203.0.113.6')
    gateway().clock.advance(199)
    expect((await signIn('203.0.113.6')).isAsked).to.equal(false)
    gateway().clock.advance(1)
    expect((await signIn('203.0.113.6')).isAsked).to.equal(true)
  })

  it('count by address, an IPv6 /64 as one', async () => {
    failWith(queueFull())
    await signIn('203.0.113.2')
    await signIn('2001:db8::1')
    const asked = async (address: string) => (await signIn(address)).isAsked
    expect(await asked('203.0.113.3')).to.equal(true)
    expect(await asked('2001:db8::2')).to.equal(false)
    expect(await asked('2001:db8:0:1::1')).to.equal(true)
  })

  it('count by device token where there is one', async () => {
    failWith(queueFull())
    const address = '203.0.113.7'
    const asked = async (deviceToken?: string) => (await signIn(address, deviceToken)).isAsked
    await asked()
    expect([await asked('known'), await asked('other')]).to.deep.equal([true, true])
    expect([await asked('known'), await asked('other'), await asked()]).to.deep.equal([false, false, false])
    gateway().clock.advance(1000)
    await asked('known')
    expect([await asked('known'), await asked()]).to.deep.equal([false, true])
  })

  it('are alone: other routes of the address work', async () => {
    failWith(queueFull())
    await signIn('203.0.113.4')
    const headers = { 'x-forwarded-for': '203.0.113.4' }
    expect((await gateway().call('GET', '/users/@me', { headers })).status).to.equal(200)
    const json = { email: credentials.email }
    expect((await gateway().call('POST', '/auth/forgot', { token: null, json, headers })).status).to.equal(
      204,
    )
  })

  it('are not rejected after another failure of auth-service', async () => {
    failWith(unavailable('no MongoDB'))
    for (let i = 0; i < 3; i++) expect((await signIn('203.0.113.5')).isAsked).to.equal(true)
  })
})
