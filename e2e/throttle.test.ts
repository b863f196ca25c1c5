import { type Answer, rest } from '@gatehouse/admin/rest'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { type ErrorBody, openDevStack, type TestAccount } from './dev-stack.ts'

const second = 1_000
const minute = 60 * second
const wrong = 'not-the-password'

/** The limits of the route itself are raised, so that only the limits behind it reject. */
const settings = {
  GATEHOUSE_LIMITS_SCALE: '1',
  GATEHOUSE_LIMITS: JSON.stringify({
    'auth:login': { limit: 1000, window_seconds: 1 },
    global: { limit: 1000, window_seconds: 1 },
  }),
  GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1',
}

type Gateway = { url: string; close(): Promise<void> }
type Try = { address?: string; headers?: Record<string, string>; gateway?: string }

describe('throttling of wrong passwords', () => {
  const stack = openDevStack({ settings, clock: fakeClock() })
  const gateways: Gateway[] = []
  let addresses = 0
  before(async () => {
    for (let count = 0; count < 2; count++) gateways.push(await stack.network().openGateway())
  })
  after(() => Promise.all(gateways.map((gateway) => gateway.close())))

  const newAddress = () => `198.18.${++addresses >> 8}.${addresses & 255}`
  const everyGateway = () => [stack.network().urls.gateway, ...gateways.map(({ url }) => url)]
  /** Repeats a 503: on a busy machine the hashing threads reject sign-ins, which says nothing about the throttle. */
  const login = async (
    email: string,
    password: string,
    { address = newAddress(), headers, gateway }: Try = {},
  ): Promise<Answer<ErrorBody>> => {
    const call = { body: { email, password }, headers: { 'x-forwarded-for': address, ...headers } }
    const url = gateway ?? stack.network().urls.gateway
    let response = await rest<ErrorBody>(url, 'POST', '/auth/login', call)
    while (response.status === 503) response = await rest<ErrorBody>(url, 'POST', '/auth/login', call)
    return response
  }
  const newcomer = (name: string) => stack.register(name, {}, { 'x-forwarded-for': newAddress() })
  const cookieOf = ({ headers }: Answer<unknown>) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const said = ({ status, body }: Answer<ErrorBody>) => [status, body.code]

  it('requires a wait after five attempts, from any address and over any gateway', async () => {
    const ann = await newcomer('ann')
    for (let count = 0; count < 5; count++) {
      const gateway = everyGateway()[count % 3] ?? ''
      expect(said(await login(ann.email, wrong, { gateway }))).to.deep.equal([400, 'INVALID_FORM_BODY'])
    }
    for (const gateway of everyGateway()) {
      const rejected = await login(ann.email, ann.password, { gateway })
      expect(said(rejected)).to.deep.equal([429, 'RATE_LIMITED'])
      expect([rejected.body.retry_after, rejected.body.global]).to.deep.equal([1, false])
      const header = (name: string) => rejected.headers.get(name)
      expect(header('retry-after')).to.equal('1')
      expect(header('x-ratelimit-bucket')).to.equal('auth:password')
      expect([header('x-ratelimit-limit'), header('x-ratelimit-remaining')]).to.deep.equal(['5', '0'])
      expect(Number(header('x-ratelimit-reset'))).to.equal(stack.network().clock.now() / second + 1)
    }
    const restarted = await stack.network().openGateway()
    expect((await login(ann.email, ann.password, { gateway: restarted.url })).status).to.equal(429)
    await restarted.close()
    stack.network().clock.advance(second)
    expect((await login(ann.email, ann.password)).status).to.equal(200)
  })

  it('does not reveal who has an account, and disables password login after a hundred attempts', async () => {
    const { email, password } = await newcomer('bob')
    const { clock } = stack.network()
    const guess = async (address: string) => {
      const responses: unknown[] = []
      while (responses.length < 24) {
        const { status, headers, body } = await login(address, wrong)
        const ofItsOwn = ['x-request-id', 'date', 'x-ratelimit-reset']
        responses.push([status, body, [...headers].filter(([name]) => !ofItsOwn.includes(name))])
        if (status === 429) clock.advance(Number(body.retry_after) * second)
      }
      return responses
    }
    const known = await guess(email)
    expect(await guess('nobody@gatehouse.test')).to.deep.equal(known)
    const failed = known.filter((response) => (response as unknown[])[0] === 400).length
    for (let count = failed; count < 100; count++) {
      clock.advance(15 * minute)
      expect((await login(email, wrong)).status, `try ${count}`).to.equal(400)
    }
    clock.advance(15 * minute)
    expect(said(await login(email, password))).to.deep.equal([403, 'PASSWORD_LOGIN_DISABLED'])
  })

  it('does not lock out a known device, by cookie or by address', async () => {
    const home = newAddress()
    const eve = await stack.register('eve', {}, { 'x-forwarded-for': home })
    const first = await login(eve.email, eve.password)
    const cookie = cookieOf(first)
    expect(first.headers.getSetCookie()).to.have.length(1)
    expect(cookie).to.match(/^gatehouse_device=v1\./)
    for (let count = 0; count < 5; count++) await login(eve.email, wrong)
    expect((await login(eve.email, eve.password)).status).to.equal(429)

    const again = await login(eve.email, eve.password, { headers: { cookie } })
    expect(again.status).to.equal(200)
    expect(cookieOf(again))
      .to.match(/^gatehouse_device=v1\./)
      .and.not.to.equal(cookie)
    expect((await login(eve.email, eve.password, { address: home })).status).to.equal(200)

    const mallory = await newcomer('mallory')
    const theirs = cookieOf(await login(mallory.email, mallory.password))
    for (const odd of [theirs, 'gatehouse_device=', 'gatehouse_device=v1.x.y.z', `__Host-${cookie}`]) {
      expect((await login(eve.email, eve.password, { headers: { cookie: odd } })).status).to.equal(429)
    }
  })

  it('accepts eight correct passwords at once', async () => {
    const { email, password } = await newcomer('kim')
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, count) =>
        login(email, password, { gateway: everyGateway()[count % 3] ?? '' }),
      ),
    )
    expect(responses.map(({ status }) => status)).to.deep.equal(Array(8).fill(200))
  })

  it("keeps the owner's device known after a password change", async () => {
    const home = newAddress()
    const fay = await stack.register('fay', {}, { 'x-forwarded-for': home })
    const cookie = cookieOf(await login(fay.email, fay.password, { address: home }))
    stack.network().clock.advance(second)
    const changed = await stack.patch('/users/@me', {
      token: fay.token,
      body: { password: fay.password, new_password: 'harbour-violet-9' },
      headers: { 'x-forwarded-for': home, cookie },
    })
    expect(changed.status).to.equal(200)
    for (let count = 0; count < 6; count++) await login(fay.email, wrong)
    const signIn = (from: Try) => login(fay.email, 'harbour-violet-9', from)
    expect((await signIn({ headers: { cookie } })).status).to.equal(429)
    expect((await signIn({ headers: { cookie: cookieOf(changed) } })).status).to.equal(200)
    expect((await signIn({ address: home })).status).to.equal(200)
  })

  it('ignores forged addresses', async () => {
    const address = '203.0.113.50'
    const disguises: Record<string, string>[] = [
      { 'x-forwarded-for': `198.51.100.1, ${address}` },
      { 'x-forwarded-for': `a, ${address}` },
      { 'x-forwarded-for': `127.0.0.1,${address}` },
      { 'x-forwarded-for': `fe80::1%eth0, ${address}:4711` },
      { 'x-forwarded-for': `::ffff:${address}` },
      { forwarded: 'for=198.51.100.2' },
      { 'x-real-ip': '198.51.100.3' },
      { 'cf-connecting-ip': '198.51.100.4' },
      { 'true-client-ip': '198.51.100.5', 'x-client-ip': '198.51.100.6' },
    ]
    for (let count = 0; count < 20; count++) {
      const headers = disguises[count % disguises.length] ?? {}
      const gateway = everyGateway()[count % 3] ?? ''
      const { status } = await login(`spray-${count}@gatehouse.test`, wrong, { address, headers, gateway })
      expect(status, JSON.stringify(headers)).to.equal(400)
    }
    for (const headers of disguises) {
      const rejected = await login('another@gatehouse.test', wrong, { address, headers })
      expect([rejected.status, rejected.headers.get('x-ratelimit-bucket')]).to.deep.equal([
        ...[429, 'auth:password:address'],
      ])
    }
    expect((await login('another@gatehouse.test', wrong, { address: '203.0.113.51' })).status).to.equal(400)
  })

  it('counts an IPv6 /64 as one address', async () => {
    for (let count = 0; count < 20; count++) {
      const address = `2001:db8:64:1::${count.toString(16)}`
      expect((await login(`six-${count}@gatehouse.test`, wrong, { address })).status).to.equal(400)
    }
    const of = (address: string) => login('seven@gatehouse.test', wrong, { address })
    expect((await of('2001:db8:64:1:ffff:ffff:ffff:ffff')).status).to.equal(429)
    expect((await of('[2001:DB8:64:1::9]:443')).status).to.equal(429)
    expect((await of('2001:db8:64:2::1')).status).to.equal(400)
  })

  it('allows five attempts at a step-up, and does not end the session', async () => {
    const dan: TestAccount = await newcomer('dan')
    const prove = (password: string) =>
      stack.post('/auth/sessions/logout', {
        token: dan.token,
        body: { session_id_hashes: [], password },
      })
    for (let count = 0; count < 5; count++) expect((await prove(wrong)).status).to.equal(400)
    expect(said(await prove(dan.password))).to.deep.equal([429, 'RATE_LIMITED'])
    expect((await stack.get('/users/@me', { token: dan.token })).status).to.equal(200)
    stack.network().clock.advance(minute)
    expect((await prove(dan.password)).status).to.equal(204)
  })

  it('allows fifty registrations in half an hour', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const register = () =>
      stack.post('/auth/register', { body: { consent: true, date_of_birth: '1990-01-01' }, headers })
    for (let count = 0; count < 50; count++) expect((await register()).status).to.equal(200)
    // Those of the route.
    stack.network().clock.advance(10_000)
    const rejected = await register()
    expect([...said(rejected), rejected.headers.get('x-ratelimit-bucket')]).to.deep.equal([
      ...[429, 'RATE_LIMITED', 'auth:register:address'],
    ])
    expect(Number(rejected.headers.get('retry-after'))).to.be.within(20, 36)
  })
})
