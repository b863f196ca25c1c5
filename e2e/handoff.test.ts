import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { type DevStack, fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

const minute = 60_000

type Begun = { code: string; expires_at: string }
type Status = { status: string; token: string | null; user_id: string | null }
type Info = { status: string; created_at: string; expires_at: string; client_info: unknown }

const phoneAgent = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'

/** The receiver is a device with another user agent that keeps its secret. */
function devices(stack: DevStack) {
  const agent = (name: string) => ({ 'user-agent': name })
  return {
    /** A device without a session starts; another account completes. */
    async receive(name = phoneAgent) {
      const { body, headers } = await stack.post<Begun>('/auth/handoff/initiate', { headers: agent(name) })
      return { ...body, secret: headers.get('x-handoff-secret') ?? '' }
    },
    give: async ({ token }: TestAccount) =>
      (await stack.post<Begun>('/auth/handoff/initiate', { token })).body,
    poll: (code: string, { secret = '', token = '', name = phoneAgent } = {}) =>
      stack.get<Status>(`/auth/handoff/${code}/status`, {
        headers: { ...agent(name), ...(secret === '' ? {} : { 'x-handoff-secret': secret }) },
        ...(token === '' ? {} : { token }),
      }),
    complete: (
      code: string,
      { token, user_id }: Pick<TestAccount, 'token' | 'user_id'>,
      proof: object = {},
    ) => stack.post('/auth/handoff/complete', { body: { code, token, user_id, ...proof } }),
    cancel: (code: string, secret: string) =>
      stack.del(`/auth/handoff/${code}`, { headers: { 'x-handoff-secret': secret } }),
  }
}

const waiting = { status: 'pending', token: null, user_id: null }
const expired = { status: 'expired', token: null, user_id: null }

describe('handing over a session', () => {
  const stack = openDevStack()
  const { receive, give, poll, complete, cancel } = devices(stack)
  let ann: TestAccount
  beforeEach(async () => {
    ann = await stack.register('ann')
  })

  const meOf = async (token: string) => (await stack.get<{ id: string }>('/users/@me', { token })).body.id

  it('delivers a session to the device that requested it', async () => {
    const { code, secret, expires_at } = await receive()
    expect(Date.parse(expires_at) - stack.network().clock.now()).to.be.within(4.9 * minute, 5 * minute)
    expect((await poll(code, { secret })).body).to.deep.equal(waiting)
    expect((await complete(code, ann)).status).to.equal(204)
    const { body } = await poll(code, { secret })
    expect(body).to.include({ status: 'completed', user_id: ann.user_id })
    expect(body.token).to.be.a('string').and.not.equal(ann.token)
    expect([await meOf(body.token ?? ''), await meOf(ann.token)]).to.deep.equal([ann.user_id, ann.user_id])
    expect((await poll(code, { secret })).body).to.deep.equal(expired)
  })

  it('delivers a session to the device that claims an offer, which the offering device sees first', async () => {
    const { code } = await give(ann)
    const claimed = await poll(code)
    expect(claimed.body).to.deep.equal(waiting)
    const secret = claimed.headers.get('x-handoff-secret') ?? ''
    expect(secret).to.match(/^[\w-]{43}$/)
    const { body: info } = await stack.get<Info>(`/auth/handoff/${code}`, { token: ann.token })
    expect(info.status).to.equal('pending')
    expect(info.client_info).to.deep.include({ browser: 'Firefox', os: 'Android', location: null })
    expect((await complete(code, ann)).status).to.equal(204)
    expect((await poll(code, { token: ann.token })).body).to.deep.equal({ ...waiting, status: 'completed' })
    expect((await poll(code, { secret })).body).to.include({ status: 'completed', user_id: ann.user_id })
  })

  it('requires a proof of identity of a session that was given itself', async () => {
    const first = await receive()
    await complete(first.code, ann)
    const { token } = (await poll(first.code, first)).body
    const child = { ...ann, token: token ?? '' }
    const { code, secret } = await receive()
    const required = await complete(code, child)
    expect([required.status, required.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
    expect(required.body.methods).to.deep.equal(['password'])
    const wrong = await complete(code, child, { password: 'not the password' })
    expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([400, 'password:INVALID_PASSWORD'])
    expect((await poll(code, { secret })).body).to.deep.equal(waiting)
    expect((await complete(code, child, { password: ann.password })).status).to.equal(204)
    expect((await poll(code, { secret })).body.status).to.equal('completed')
  })

  it('accepts a code as people type it', async () => {
    const { code, secret } = await receive()
    expect((await complete(code.toLowerCase().replace('-', ''), ann)).status).to.equal(204)
    expect((await poll(encodeURIComponent(` ${code.toLowerCase()} `), { secret })).body.status).to.equal(
      'completed',
    )
  })

  it('delivers to one receiver; others get the response of an unknown code', async () => {
    const { code } = await give(ann)
    await poll(code)
    const mallory = { name: 'curl/8' }
    expect((await poll(code, mallory)).body).to.deep.equal(expired)
    await complete(code, ann)
    expect((await poll(code, mallory)).body).to.deep.equal(expired)
    expect((await poll('ZZZZ-ZZZZ', mallory)).body).to.deep.equal(expired)
    expect((await poll(code)).body.status).to.equal('completed')
  })

  it('completes once, also with fifty attempts at the same time', async () => {
    const { code, secret } = await receive()
    const tries = await Promise.all(Array.from({ length: 50 }, () => complete(code, ann)))
    expect(tries.filter(({ status }) => status === 204)).to.have.length(1)
    const rejected = tries.filter(({ body }) => body.code === 'INVALID_HANDOFF_CODE')
    expect(rejected).to.have.length(49)
    const polls = await Promise.all(Array.from({ length: 50 }, () => poll(code, { secret })))
    expect(polls.filter(({ body }) => body.token !== null)).to.have.length(1)
    expect((await stack.get<unknown[]>('/auth/sessions', { token: ann.token })).body).to.have.length(2)
  })

  it('requires a valid token of the named account', async () => {
    const { code, secret } = await receive()
    const bob = await stack.register('bob')
    const old = await stack.signIn(ann)
    await stack.post('/auth/logout', { token: old })
    for (const token of ['nonsense', old, `Bearer ${ann.token}`]) {
      const { status, body } = await complete(code, { ...ann, token })
      expect([status, body.code]).to.deep.equal([401, 'INVALID_TOKEN'])
    }
    for (const user_id of [bob.user_id, `0${ann.user_id}`]) {
      const { status, body } = await complete(code, { ...ann, user_id })
      expect([status, body.code]).to.deep.equal([400, 'SESSION_TOKEN_MISMATCH'])
    }
    const asBob = await stack.post('/auth/handoff/complete', { token: bob.token, body: { code, ...ann } })
    expect([asBob.status, asBob.body.code]).to.deep.equal([400, 'SESSION_TOKEN_MISMATCH'])
    expect((await poll(code, { secret })).body).to.deep.equal(waiting)
  })

  it('expires five minutes after its code was created', async () => {
    const { code, secret } = await receive()
    stack.network().clock.advance(5 * minute)
    const { status, body } = await complete(code, ann)
    expect([status, body.code]).to.deep.equal([400, 'INVALID_HANDOFF_CODE'])
    expect((await poll(code, { secret })).body).to.deep.equal(expired)
    const info = await stack.get(`/auth/handoff/${code}`, { token: ann.token })
    expect([info.status, info.body.code]).to.deep.equal([404, 'UNKNOWN_HANDOFF'])
  })

  it('can be cancelled by both sides only', async () => {
    const { code, secret } = await receive()
    expect((await cancel(code, 'x'.repeat(43))).status).to.equal(204)
    expect((await poll(code, { secret })).body).to.deep.equal(waiting)
    expect((await cancel(code, secret)).status).to.equal(204)
    expect((await poll(code, { secret })).body).to.deep.equal(expired)
    const given = await give(ann)
    await stack.del(`/auth/handoff/${given.code}`, { token: ann.token })
    expect((await poll(given.code)).body).to.deep.equal(expired)
    expect((await cancel('ZZZZ-ZZZZ', secret)).status).to.equal(204)
  })

  it('creates a session of its own, which outlives the first and is no fresh proof', async () => {
    const { code, secret } = await receive()
    await complete(code, ann)
    const { token } = (await poll(code, { secret })).body
    await stack.post('/auth/logout', { token: ann.token })
    const { body } = await stack.get<{ client_info: { browser: string } }[]>('/auth/sessions', {
      token: token ?? '',
    })
    expect(body.map(({ client_info }) => client_info.browser)).to.deep.equal(['Firefox'])
    const unproved = await stack.post('/auth/sessions/logout', {
      token: token ?? '',
      body: { session_id_hashes: [] },
    })
    expect([unproved.status, unproved.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
  })

  it('is neither claimed nor delivered by HEAD', async () => {
    const { code } = await give(ann)
    const head = (name: string) =>
      fetch(`${stack.network().urls.gateway}/auth/handoff/${code}/status`, {
        method: 'HEAD',
        headers: { 'user-agent': name },
      })
    expect((await head('scanner')).headers.get('x-handoff-secret')).to.equal(null)
    await poll(code)
    await complete(code, ann)
    await head(phoneAgent)
    expect((await poll(code)).body.status).to.equal('completed')
  })

  it('rejects invalid codes', async () => {
    for (const code of ['AAAA', 'OOOO-0000', 'ZZZZ-ZZZZ-Z']) {
      const responses = [
        await poll(code),
        await complete(code, ann),
        await stack.get(`/auth/handoff/${code}`, { token: ann.token }),
        await cancel(code, ''),
      ]
      for (const { status, body } of responses) {
        expect([status, (body as { code?: string }).code]).to.deep.equal([400, 'INVALID_HANDOFF_CODE'])
      }
    }
  })
})

describe('guessing handoff codes', () => {
  const stack = openDevStack({
    settings: { GATEHOUSE_LIMITS_SCALE: '1', GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' },
    clock: fakeClock(),
  })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  let ann: TestAccount
  before(async () => {
    ann = await stack.register('ann')
  })

  const info = (code: string, address: string) =>
    stack.get(`/auth/handoff/${code}`, { token: ann.token, headers: from(address) })
  const begin = async (address: string) =>
    (await stack.post<Begun>('/auth/handoff/initiate', { headers: from(address) })).body.code

  it('is blocked for fifteen minutes after five guesses from one address, even with the correct code', async () => {
    const address = '203.0.113.9'
    for (let count = 0; count < 5; count += 1) expect((await info('ZZZZ-ZZZZ', address)).status).to.equal(404)
    const code = await begin(address)
    const rejected = await info(code, address)
    expect([rejected.status, rejected.body.code]).to.deep.equal([400, 'INVALID_HANDOFF_CODE'])
    expect((await info(code, '203.0.113.10')).status).to.equal(200)
    stack.network().clock.advance(15 * minute)
    expect((await info(await begin(address), address)).status).to.equal(200)
  })

  it('allows 60 polls a minute', async () => {
    const headers = from('203.0.113.20')
    const polls = []
    for (let count = 0; count < 70; count += 1) {
      stack.network().clock.advance(30)
      polls.push((await stack.get('/auth/handoff/ZZZZ-ZZZZ/status', { headers })).status)
    }
    // One request is allowed again each second, and one second passes every 33 requests.
    expect(polls.indexOf(429)).to.equal(61)
  })

  it('finds no code in 2,000 guesses over 20 addresses', async () => {
    for (let count = 0; count < 20; count += 1) await begin(`198.51.100.${count}`)
    const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
    const guess = () => Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * 30)]).join('')
    const responses = new Map<string, number>()
    const body = { token: ann.token, user_id: ann.user_id }
    await Promise.all(
      Array.from({ length: 20 }, async (_, host) => {
        for (let count = 0; count < 100; ) {
          const call = { body: { ...body, code: guess() }, headers: from(`192.0.2.${host}`) }
          const response = await stack.post('/auth/handoff/complete', call)
          // A busy machine can delay Redis beyond the timeout of its commands.
          if (response.status === 503) continue
          count += 1
          responses.set(response.body.code, (responses.get(response.body.code) ?? 0) + 1)
        }
      }),
    )
    expect([...responses.keys()]).to.have.members(['INVALID_HANDOFF_CODE', 'RATE_LIMITED'])
    expect(responses.get('RATE_LIMITED')).to.be.at.least(1_800)
  })
})
