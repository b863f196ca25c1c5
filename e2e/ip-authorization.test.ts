import { until } from '@gatehouse/service-kit/testing/wait-until'
import { movableClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'
import { useReceivedMails } from './received-mails.ts'

type Poll = { completed: boolean; token: string | null; user_id: string | null }
type Credentials = Pick<TestAccount, 'email' | 'password'>

const rejectedToken = ['token:INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN']
const rejectedTicket = ['ticket:INVALID_OR_EXPIRED_AUTHORIZATION_TICKET']
const waiting = { completed: false, token: null, user_id: null }
const home = '203.0.113.7'
const hotel = '198.51.100.4'
const second = 1000

describe('sign-ins from addresses that are not authorized', () => {
  const { settings, tokens } = useReceivedMails({ GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
  const clock = movableClock({ now: () => Date.UTC(2030, 0, 1) })
  const stack = openDevStack({ settings, clock })
  const from = (address: string, userAgent = 'Firefox') => ({
    'x-forwarded-for': address,
    'user-agent': userAgent,
  })

  const register = () => stack.register('traveller', {}, from(home))
  const signIn = ({ email, password }: Credentials, address = hotel, fields: object = {}) =>
    stack.post('/auth/login', { body: { email, password, ...fields }, headers: from(address) })
  const poll = (ticket: string, headers: Record<string, string> = from(hotel)) =>
    stack.get<Poll>('/auth/ip-authorization/poll', { headers: { ...headers, 'x-ticket': ticket } })
  const resend = (ticket: string) => stack.post('/auth/ip-authorization/resend', { body: { ticket } })
  const authorize = (token: string) =>
    stack.post('/auth/authorize-ip', { body: { token }, headers: from(home, 'Safari') })
  const wait = async (account: TestAccount, address = hotel, fields: object = {}) => {
    const { status, body } = await signIn(account, address, fields)
    expect([status, body.code]).to.deep.equal([403, 'IP_AUTHORIZATION_REQUIRED'])
    return String(body.ticket)
  }
  const pollErrors = async (ticket: string) => fieldErrors((await poll(ticket)).body as never)
  const authorizeErrors = async (token: string) => fieldErrors((await authorize(token)).body)
  const pass = (ms: number) => clock.advance(ms)

  it('wait until the owner authorizes the address', async () => {
    const account = await register()
    expect((await signIn(account, home)).status).to.equal(200)
    const response = await signIn(account)
    expect(response.status).to.equal(403)
    const { ticket, message, number, ...rest } = response.body
    expect(number).to.match(/^[1-9]\d$/)
    expect(rest).to.deep.equal({
      code: 'IP_AUTHORIZATION_REQUIRED',
      ip_authorization_required: true,
      email: account.email,
      resend_available_in: 30,
    })
    expect(response.headers.getSetCookie()).to.have.length(1)
    expect(response.headers.get('set-cookie')).to.match(
      /^gatehouse_waiting=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await poll(String(ticket))).body).to.deep.equal(waiting)

    const [token = ''] = await tokens(account.email, 'authorize-ip')
    expect((await authorize(token)).status).to.equal(204)
    const session = await poll(String(ticket))
    expect(session.body).to.deep.include({ completed: true, user_id: account.user_id })
    expect(session.headers.get('set-cookie')).to.contain('gatehouse_device=')
    const me = await stack.get('/users/@me', { token: session.body.token ?? '' })
    expect(me.status).to.equal(200)
    expect((await poll(String(ticket))).body).to.deep.equal(session.body)
    pass(60 * second)
    expect(await pollErrors(String(ticket))).to.deep.equal(rejectedTicket)
    expect((await signIn(account)).status).to.equal(200)
    expect(await authorizeErrors(token)).to.deep.equal(rejectedToken)
  })

  it('join the guild of their invite code once they are authorized', async () => {
    const account = await register()
    const channel = await stack.createGuildChannel(await stack.register('owner'))
    const { guild_id: guildId, channel_id: channelId } = channel
    const { guilds } = stack.network().clients
    await guilds.putInvite({
      invite: { code: 'hotel-guests', guildId, channelId, uses: 0, expiresAt: undefined },
    })
    const ticket = await wait(account, hotel, { invite_code: 'hotel-guests' })
    const member = () => guilds.getMember({ guildId, userId: account.user_id })
    expect(await member().catch(({ code }) => code)).to.equal('UNKNOWN_MEMBER')
    await authorize((await tokens(account.email, 'authorize-ip'))[0] ?? '')
    await poll(ticket)
    expect((await member()).member?.userId).to.equal(account.user_id)
  })

  it('give the session to no other address or device', async () => {
    const account = await register()
    const ticket = await wait(account)
    await authorize((await tokens(account.email, 'authorize-ip'))[0] ?? '')
    for (const other of [from(home), from(hotel, 'curl')])
      expect((await poll(ticket, other)).body).to.deep.equal(waiting)
    expect((await poll(ticket)).body.completed).to.equal(true)
  })

  it('follow a moving phone: its network, or anywhere with the cookie of the sign-in', async () => {
    const account = await register()
    const train = '203.0.113.200'
    const signedIn = await signIn(account)
    const ticket = String(signedIn.body.ticket)
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
    await authorize((await tokens(account.email, 'authorize-ip'))[0] ?? '')
    pass(14 * 60 * second)
    expect((await poll(ticket, from(train))).body).to.deep.equal(waiting)
    expect((await poll(ticket, { ...from(train), cookie: 'gatehouse_waiting=x' })).body).to.deep.equal(
      waiting,
    )
    const [, secret = ''] = cookie.split('=')
    const asDevice = await poll(ticket, { ...from(train), cookie: `gatehouse_device=${secret}` })
    expect(asDevice.body).to.deep.equal(waiting)
    const session = await poll(ticket, { ...from(train, 'Updated'), cookie })
    expect(session.body).to.deep.include({ completed: true, user_id: account.user_id })
    // A response that got lost, from the next address of the carrier.
    expect((await poll(ticket, from('198.51.100.99'))).body).to.deep.equal(session.body)
    for (const address of [hotel, train]) expect((await signIn(account, address)).status).to.equal(200)
  })

  it('keep the secret of a browser, so that several of its tabs can wait', async () => {
    const account = await register()
    const first = await signIn(account)
    const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
    const headers = { ...from('203.0.113.201'), cookie }
    const { email, password } = account
    const second = await stack.post('/auth/login', { body: { email, password }, headers })
    expect(second.headers.get('set-cookie')?.split(';')[0]).to.equal(cookie)
    for (const malformed of ['', 'x', 'x'.repeat(44), 'x'.repeat(300)]) {
      const third = await stack.post('/auth/login', {
        body: { email, password },
        headers: { ...headers, cookie: `gatehouse_waiting=${malformed}` },
      })
      expect(third.headers.get('set-cookie')).to.match(/^gatehouse_waiting=[\w-]{43};/)
    }
  })

  it('are not fetched by HEAD, and end if the owner ends sessions before they are', async () => {
    const account = await register()
    const ticket = await wait(account)
    await authorize((await tokens(account.email, 'authorize-ip'))[0] ?? '')
    const pollHead = () =>
      fetch(`${stack.network().urls.gateway}/auth/ip-authorization/poll`, {
        method: 'HEAD',
        headers: { ...from(hotel), 'x-ticket': ticket },
      })
    const head = await pollHead()
    expect([head.status, head.headers.get('set-cookie')]).to.deep.equal([200, null])
    const sessions = await stack.get<{ id_hash: string }[]>('/auth/sessions', { token: account.token })
    expect(sessions.body).to.have.length(1)
    expect((await signIn(account, home)).status).to.equal(200)
    const { password } = account
    const hashes = (
      await stack.get<{ id_hash: string; current: boolean }[]>('/auth/sessions', { token: account.token })
    ).body
      .filter(({ current }) => !current)
      .map(({ id_hash }) => id_hash)
    const ended = await stack.post('/auth/sessions/logout', {
      token: account.token,
      body: { session_id_hashes: hashes, password },
    })
    expect(ended.status).to.equal(204)
    await until(async () => expect((await pollHead()).status).to.equal(400))
    expect(await pollErrors(ticket)).to.deep.equal(rejectedTicket)
  })

  it('are no proof of identity', async () => {
    const account = await register()
    const ticket = await wait(account)
    await authorize((await tokens(account.email, 'authorize-ip'))[0] ?? '')
    const { token } = (await poll(ticket)).body
    const { status, body } = await stack.post('/users/@me/disable', { token: token ?? '', body: {} })
    expect([status, body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
  })

  it('reject tickets and tokens that are empty, unknown or of the other kind', async () => {
    const account = await register()
    const ticket = await wait(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    for (const each of ['x', 'x'.repeat(43), token]) {
      expect(await pollErrors(each)).to.deep.equal(rejectedTicket)
      expect(fieldErrors((await resend(each)).body)).to.deep.equal(rejectedTicket)
    }
    for (const each of ['', 'x', ticket]) expect(await authorizeErrors(each)).to.deep.equal(rejectedToken)
    expect((await stack.get('/auth/ip-authorization/poll')).status).to.equal(400)
  })

  it('expire after 15 minutes', async () => {
    const account = await register()
    const ticket = await wait(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    pass(15 * 60 * second)
    expect(await pollErrors(ticket)).to.deep.equal(rejectedTicket)
    expect(await authorizeErrors(token)).to.deep.equal(rejectedToken)
    expect((await signIn(account)).status).to.equal(403)
  })

  it('send the mail again once, after 30 seconds', async () => {
    const account = await register()
    const ticket = await wait(account)
    const [older = ''] = await tokens(account.email, 'authorize-ip')
    pass(second)
    const early = await resend(ticket)
    expect([early.status, early.body.code]).to.deep.equal([429, 'IP_AUTHORIZATION_RESEND_COOLDOWN'])
    expect(early.body.resend_available_in).to.be.within(1, 29)
    expect(Number(early.headers.get('retry-after'))).to.be.within(1, 29)
    pass(29 * second)
    expect((await resend(ticket)).status).to.equal(204)
    const again = await resend(ticket)
    expect([again.status, again.body.code]).to.deep.equal([429, 'IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED'])
    const [, newer = ''] = await tokens(account.email, 'authorize-ip', 2)
    expect(await authorizeErrors(older)).to.deep.equal(rejectedToken)
    expect((await authorize(newer)).status).to.equal(204)
    expect((await poll(ticket)).body.completed).to.equal(true)
  })

  it('answer wrong passwords and unknown emails as from an authorized address', async () => {
    const { email } = await register()
    const responses = await Promise.all(
      [email, 'nobody@gatehouse.test'].flatMap((each) =>
        [home, hotel].map((address) => signIn({ email: each, password: 'not the password' }, address)),
      ),
    )
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).to.equal(1)
  })

  it('wait everywhere after the owner forgot all addresses, with a proof of identity', async () => {
    const account = await register()
    const { password } = account
    const forget = (token: string, body: object) => stack.del('/users/@me/authorized-ips', { token, body })
    expect((await stack.del('/users/@me/authorized-ips')).status).to.equal(401)
    pass(6 * 60 * second)
    expect((await forget(account.token, {})).body.code).to.equal('SUDO_MODE_REQUIRED')
    expect((await forget(account.token, { password: 'not the password' })).status).to.equal(400)
    expect((await signIn(account, home)).status).to.equal(200)
    expect((await forget(account.token, { password })).status).to.equal(204)
    expect((await signIn(account, home)).status).to.equal(403)
    expect((await stack.get('/users/@me', { token: account.token })).status).to.equal(200)
  })

  it('show the owner the device without changing anything', async () => {
    const account = await register()
    const ticket = await wait(account)
    const [token = ''] = await tokens(account.email, 'authorize-ip')
    const info = () => stack.post<{ address: string }>('/auth/authorize-ip/info', { body: { token } })
    expect((await info()).body.address).to.equal(hotel)
    expect((await poll(ticket)).body).to.deep.equal(waiting)
    await authorize(token)
    expect((await info()).status).to.equal(400)
  })
})
