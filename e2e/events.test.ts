import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { readStream } from '@gatehouse/dev/examples/read-stream'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

type AuditRecord = {
  id: string
  at: string
  type: string
  outcome: string
  address: string | null
  client_info: { browser: string | null } | null
  session_id_hash: string | null
  detail: Record<string, string>
}

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'x-request-id': 'request-1',
}

describe('domain events of every service', () => {
  const stack = openDevStack()
  let ann: TestAccount
  before(async () => {
    ann = await stack.register('ann')
    const { email, password } = ann
    const wrong = await stack.post('/auth/login', { body: { email, password: 'not my password' }, headers })
    expect(wrong.status).to.equal(400)
    const { body } = await stack.post<{ token: string }>('/auth/login', {
      body: { email, password },
      headers,
    })
    await stack.post('/auth/logout', { token: body.token, headers })
  })

  const audit = async (query = '', token = ann.token) =>
    (await stack.get<AuditRecord[]>(`/users/@me/audit${query}`, { token })).body
  const typesOf = (records: AuditRecord[]) => records.map(({ type, outcome }) => `${type} ${outcome}`)
  const done = [
    'account.registration ok',
    'account.sign_in failed',
    'account.sign_in ok',
    'session.created ok',
    'session.created ok',
    'session.revoked ok',
  ]

  it('are in the audit log of the account, newest first, with their session', async () => {
    await until(async () => (await audit()).length >= done.length)
    const records = await audit()
    expect(typesOf(records)).to.have.members(done)
    expect(typesOf(records)[0]).to.equal('session.revoked ok')
    const [made, signedIn] = ['session.created', 'account.sign_in'].map((type) =>
      records.find((one) => one.type === type && one.outcome === 'ok'),
    )
    expect(signedIn?.session_id_hash).to.be.a('string').and.equal(made?.session_id_hash)
    expect(signedIn?.client_info?.browser).to.equal('Firefox')
    expect(signedIn?.address).to.equal('127.0.0.1')
    expect(
      records
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    ).to.deep.equal(records.map(({ at }) => at))
  })

  it('are listed in pages, only to their account', async () => {
    const whole = await audit()
    const first = await audit('?limit=2')
    const older = await audit(`?before=${first.at(-1)?.id}`)
    expect([...first, ...older]).to.deep.equal(whole)
    const oldest = whole.at(-1)?.id ?? ''
    expect(await audit(`?limit=2&after=${oldest}`)).to.deep.equal(whole.slice(-3, -1))
    const signIns = whole.filter(({ type }) => type === 'account.sign_in')
    const page = await stack.get<AuditRecord[]>('/users/@me/audit?type=account.sign_in&limit=1', ann)
    expect(page.body).to.deep.equal(signIns.slice(0, 1))
    const [, next = ''] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
    const rest = await stack.get<AuditRecord[]>(`/users/@me/audit${new URL(next).search}`, ann)
    expect(rest.body).to.deep.equal(signIns.slice(1))
    expect(rest.headers.get('link')).to.equal(null)
    const bob = await stack.register('bob')
    expect(typesOf(await audit('', bob.token))).not.to.include('account.sign_in failed')
  })

  it('distinguish both sides of a handoff', async () => {
    const begun = await stack.post<{ code: string }>('/auth/handoff/initiate', { headers })
    const { code } = begun.body
    const secret = { 'x-handoff-secret': begun.headers.get('x-handoff-secret') ?? '' }
    const cleo = await stack.register('cleo')
    await stack.post('/auth/handoff/complete', { body: { code, token: cleo.token, user_id: cleo.user_id } })
    await stack.get(`/auth/handoff/${code}/status`, { headers: secret })
    const wanted = ['handoff.completed ok', 'handoff.delivered ok']
    const stored = async () => typesOf(await audit('', cleo.token)).filter((type) => wanted.includes(type))
    await until(async () => (await stored()).length === 2)
    const text = JSON.stringify(await audit('', cleo.token))
    for (const hidden of [code, code.replace('-', ''), secret['x-handoff-secret'], cleo.token]) {
      expect(text).not.to.contain(hidden)
    }
  })

  it('include changes of webhooks, for the manager who made them', async () => {
    const dora = await stack.register('dora')
    const { channel_id } = await stack.createGuildChannel(dora)
    const { body: webhook } = await stack.post<{ id: string }>(`/channels/${channel_id}/webhooks`, {
      token: dora.token,
      body: { name: 'Builds' },
      headers: { ...headers, 'x-client-location': JSON.stringify({ city: 'Graz', country: 'AT' }) },
    })
    const created = async () =>
      (await audit('?type=webhook.created', dora.token)).find(
        ({ detail }) => detail.webhook_id === webhook.id,
      )
    await until(async () => (await created()) !== undefined)
    expect(await created()).to.deep.include({
      address: '127.0.0.1',
      // Not the place that the client claims.
      client_info: { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: null },
    })
  })

  it('are listed for operators with their request id', async () => {
    const args = ['audit', '--account', ann.user_id, '--type', 'account.sign_in', '--since', '1h', '--json']
    const { code, out } = await admin(...args)
    expect(code).to.equal(0)
    const rows = JSON.parse(out) as Record<string, unknown>[]
    expect(rows.map(({ outcome }) => outcome)).to.deep.equal(['ok', 'failed'])
    expect(rows[0]).to.include({ account_id: ann.user_id, request_id: 'request-1', client: 'Firefox, Linux' })
    const byEmail = args.map((word) => (word === ann.user_id ? ann.email : word))
    expect(JSON.parse((await admin(...byEmail)).out)).to.deep.equal(rows)
    expect(await admin('audit', '--account', 'nobody@gatehouse.test')).to.include({ code: 1, out: '' })
    expect((await admin('audit', '--limit', '1')).out).to.contain('│ type')
    expect((await admin('audit', '--since', 'soon')).code).to.equal(2)
    expect((await admin('audit', '--type', 'nothing')).out).to.equal('none\n')
  })

  it('contain no passwords, tokens or email addresses', async () => {
    const { out } = await admin('audit', '--json', '--limit', '1000')
    for (const secret of [ann.password, ann.email, ann.token, 'not my password']) {
      expect(out).not.to.contain(secret)
    }
  })

  describe('dev/examples/read-stream.ts', () => {
    type DomainEvent = { id: string; type: string; outcome: string; account_id?: string }

    function read(service: 'auth' | 'sessions', onEvent: (event: DomainEvent) => Promise<void>) {
      const { redisUrl, redisPrefix } = stack.network().stores.accounts
      const stream = eventStreamKey(redisPrefix, service)
      return readStream({
        redisUrl,
        stream,
        group: 'example',
        consumer: 'one',
        onEntry: ({ event = '' }) => onEvent(JSON.parse(event)),
      })
    }

    it('reads the events of every service', async () => {
      const seen: DomainEvent[] = []
      const readers = (['auth', 'sessions'] as const).map((service) =>
        read(service, async (event) => void seen.push(event)),
      )
      const ours = () => seen.filter(({ account_id }) => account_id === ann.user_id)
      await until(() => ours().length >= done.length)
      expect(ours().map(({ type, outcome }) => `${type} ${outcome}`)).to.have.members(done)
      expect(ours().find(({ outcome }) => outcome === 'failed')).to.deep.include({
        type: 'account.sign_in',
        address: '127.0.0.1',
        request_id: 'request-1',
        client_info: { browser: 'Firefox', os: 'Linux', platform: 'desktop' },
        detail: { method: 'password' },
      })
      await Promise.all(readers.map((reader) => reader.stop()))
    })

    it('reads events again that it did not acknowledge before it ended', async () => {
      const asked: string[] = []
      await stack.signIn(ann)
      const failing = read('auth', async ({ id }) => {
        asked.push(id)
        throw new Error('ended here')
      })
      expect(await failing.done.catch((error: Error) => error.message)).to.equal('ended here')
      const [stopped] = await Promise.allSettled([failing.stop()])
      expect(stopped.status).to.equal('rejected')
      const again = read('auth', async ({ id }) => void asked.push(id))
      await until(() => asked.length >= 2)
      expect(asked[1]).to.equal(asked[0])
      await again.stop()
    })
  })

  function admin(...args: string[]) {
    return adminOutput(args, { env: stack.network().env })
  }
})
