import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

type Session = {
  id_hash: string
  current: boolean
  approx_last_used_at: string | null
  client_info: { browser: string | null; os: string | null } | null
}

const minute = 60_000
const day = 24 * 60 * minute

describe('sessions', () => {
  const stack = openDevStack()
  let ann: TestAccount

  beforeEach(async () => {
    ann = await stack.register('ann')
  })

  const sessionsOf = async (token: string) => (await stack.get<Session[]>('/auth/sessions', { token })).body
  const statusOf = async (token: string) => (await stack.get('/auth/sessions/current', { token })).status
  const logOut = (token: string, hashes: string[], password?: string) =>
    stack.post('/auth/sessions/logout', {
      token,
      body: { session_id_hashes: hashes, ...(password === undefined ? {} : { password }) },
    })

  it('are listed with the current one marked and without tokens', async () => {
    const other = await stack.signIn(ann)
    const sessions = await sessionsOf(ann.token)
    expect(sessions).to.have.length(2)
    expect(sessions.filter(({ current }) => current)).to.have.length(1)
    expect(JSON.stringify(sessions)).to.not.contain(other).and.to.not.contain(ann.token)
    const current = await stack.get<Session>('/auth/sessions/current', { token: ann.token })
    expect(current.body.id_hash).to.equal(sessions.find((session) => session.current)?.id_hash)
    expect(current.headers.get('cache-control')).to.equal('no-store')
  })

  it('show the browser that signed in', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
    const { email, password } = ann
    const { body } = await stack.post<{ token: string }>('/auth/login', {
      body: { email, password },
      headers: { 'user-agent': agent },
    })
    const session = (await sessionsOf(body.token)).find(({ current }) => current)
    expect(session?.client_info).to.include({ browser: 'Firefox', os: 'Linux' })
  })

  it('can be ended one by one', async () => {
    const other = await stack.signIn(ann)
    const hash = (await sessionsOf(other)).find(({ current }) => current)?.id_hash ?? ''
    expect((await logOut(ann.token, [hash])).status).to.equal(204)
    expect([await statusOf(ann.token), await statusOf(other)]).to.deep.equal([200, 401])
    expect((await logOut(ann.token, [hash])).status).to.equal(204)
  })

  it('can be ended only by their own account', async () => {
    const bob = await stack.register('bob')
    const [session] = await sessionsOf(bob.token)
    expect((await logOut(ann.token, [session?.id_hash ?? '', 'x'.repeat(43)])).status).to.equal(204)
    expect(await statusOf(bob.token)).to.equal(200)
  })

  it('are ended by logging out, which can be repeated', async () => {
    for (const _ of [1, 2])
      expect((await stack.post('/auth/logout', { token: ann.token })).status).to.equal(204)
    expect(await statusOf(ann.token)).to.equal(401)
    expect((await stack.post('/auth/logout')).status).to.equal(204)
  })

  it('require the password to end others, and a wrong one changes nothing', async () => {
    const other = await stack.signIn(ann)
    const hash = (await sessionsOf(other)).find(({ current }) => current)?.id_hash ?? ''
    stack.network().clock.advance(5 * minute + 1_000)
    const unproved = await logOut(ann.token, [hash])
    expect([unproved.status, unproved.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
    expect(unproved.body).to.deep.include({ has_mfa: false, methods: ['password'] })
    const wrong = await logOut(ann.token, [hash], 'not-the-password')
    expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([400, 'password:INVALID_PASSWORD'])
    expect([await statusOf(ann.token), await statusOf(other)]).to.deep.equal([200, 200])
    expect((await logOut(ann.token, [hash], ann.password)).status).to.equal(204)
    expect(await statusOf(other)).to.equal(401)
  })

  it('reject a wrong password even if none is required', async () => {
    const wrong = await logOut(ann.token, [], 'not-the-password')
    expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([400, 'password:INVALID_PASSWORD'])
  })

  it('accept at most 100 hashes', async () => {
    const { status, body } = await logOut(ann.token, Array(101).fill('x'.repeat(43)))
    expect([status, ...fieldErrors(body)]).to.deep.equal([400, 'session_id_hashes:ARRAY_LENGTH_INVALID'])
  })

  it('expire after 30 idle days', async () => {
    stack.network().clock.advance(30 * day + minute)
    expect(await statusOf(ann.token)).to.equal(401)
  })
})

describe('a token', () => {
  const stack = openDevStack()

  it('is rejected alike if missing, malformed, unknown, altered or revoked', async () => {
    const ann = await stack.register('ann')
    const revoked = await stack.signIn(ann)
    await stack.post('/auth/logout', { token: revoked })
    const last = ann.token.at(-1) === 'A' ? 'Q' : 'A'
    const tokens = [
      undefined,
      'nonsense',
      'Bearer ',
      `${ann.token.slice(0, -1)}${last}`,
      ann.token.slice(0, -1),
      `${ann.token}A`,
      `Bot ${ann.token}`,
      'x'.repeat(8_000),
      revoked,
    ]
    const responses = await Promise.all(
      tokens.map((token) => stack.get('/users/@me', token === undefined ? {} : { token })),
    )
    for (const [index, { status, body }] of responses.entries()) {
      expect([status, body], String(tokens[index]).slice(0, 60)).to.deep.equal([401, responses[0]?.body])
    }
    expect(responses[0]?.body.code).to.equal('UNAUTHORIZED')
  })

  it('is accepted bare and as Bearer, only from the header', async () => {
    const { token } = await stack.register('ann')
    expect((await stack.get('/users/@me', { token })).status).to.equal(200)
    expect((await stack.get('/users/@me', { token: `Bearer ${token}` })).status).to.equal(200)
    expect((await stack.get(`/users/@me?token=${token}`)).status).to.equal(401)
    expect((await stack.get(`/users/@me?authorization=${token}`)).status).to.equal(401)
  })
})
