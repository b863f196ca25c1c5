import { setTimeout as pause } from 'node:timers/promises'
import type { ListAuditRequest } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson, readEventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type AuthHarness, actor, openAuthHarness, password } from './auth-harness.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const client: Client = {
  address: '2001:db8::7',
  userAgent: firefox,
  location: { city: 'Graz', region: undefined, country: 'AT' },
}
const email = 'ann@gatehouse.test'
const day = 86_400_000

describe('audit log', () => {
  let stack: AuthHarness
  let opened: OpenedRedis
  let redis: OpenedRedis['redis']
  let ann: string
  before(async () => {
    stack = await openAuthHarness()
    opened = await openRedis({ url: stack.store.redisUrl, log: stack.logged.log })
    redis = opened.redis
    ann = await stack.register({ email, password })
  })
  after(async () => {
    await opened.close()
    await stack.close()
  })
  beforeEach(() => stack.clock.advance(1))

  const login = (fields = {}, requestId = 'request-1') =>
    stack.auth.login({ client, email, password, ...fields }, { requestId })
  const all = (which: Partial<ListAuditRequest> = {}) =>
    stack.admin.listAudit({ limit: 0, before: '', since: undefined, ...which })
  const newest = async (which: Partial<ListAuditRequest> = {}) => {
    const { records } = await all(which)
    return records[0]
  }
  const key = (service: string) => `${stack.store.redisPrefix}events:${service}`
  const published = async () => {
    const entries = await redis.xrange(key('auth'), '-', '+')
    return entries.map(([, fields]) => {
      const pairs = fields.map((_, index) => [fields[index * 2], fields[index * 2 + 1]])
      return Object.fromEntries(pairs.slice(0, fields.length / 2)) as Record<string, string>
    })
  }
  async function untilTold(id: string): Promise<Record<string, string>> {
    for (;;) {
      const found = (await published()).find((entry) => entry.id === id)
      if (found) return found
      await pause(5)
    }
  }

  describe('stores with time, actor, address and request id', () => {
    const expected = (fields: Partial<Event>) => ({
      at: new Date(stack.clock.now()),
      outcome: 'ok',
      accountId: ann,
      sessionIdHash: undefined,
      address: client.address,
      requestId: 'request-1',
      clientInfo: { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: client.location },
      ...fields,
    })
    async function record(): Promise<Partial<Event>> {
      const { id, ...rest } = (await newest()) ?? {}
      expect(id).to.match(/^\d{18,19}$/)
      return rest
    }

    it('a sign-in', async () => {
      await login()
      expect(await record()).to.deep.equal(
        expected({ type: 'account.sign_in', detail: { method: 'password' } }),
      )
    })

    it('a registration', async () => {
      const id = await stack.register({ client, email: 'new@gatehouse.test', password })
      const made = { type: 'account.registration', accountId: id, detail: {} }
      expect({ ...(await record()), requestId: 'request-1' }).to.deep.equal(expected(made))
    })

    it('a wrong password', async () => {
      await rejected(login({ password: 'wrong password' }))
      const refused = { type: 'account.sign_in', outcome: 'failed', detail: { method: 'password' } }
      expect(await record()).to.deep.equal(expected(refused))
    })

    it('a sign-in with an unknown email, without the email', async () => {
      await rejected(login({ email: 'nobody@gatehouse.test' }))
      const refused = { type: 'account.sign_in', outcome: 'failed', detail: { method: 'password' } }
      expect(await record()).to.deep.equal(expected({ ...refused, accountId: undefined }))
    })

    it('the right password of a suspended account', async () => {
      const id = await stack.register({ email: 'closed@gatehouse.test', password })
      await stack.admin.disableAccount({ id })
      await rejected(login({ email: 'closed@gatehouse.test' }))
      const detail = { method: 'password', reason: 'suspended' }
      const refused = { type: 'account.sign_in', outcome: 'failed', accountId: id, detail }
      expect(await record()).to.deep.equal(expected(refused))
    })

    for (const [outcome, tried] of [
      ['ok', password],
      ['failed', 'wrong password'],
    ] as const) {
      it(`a step-up: ${outcome}`, async () => {
        const proof = stack.auth.assertStepUp(
          { actor: actor(ann), client, password: tried },
          { requestId: 'request-1' },
        )
        const [settled] = await Promise.allSettled([proof])
        expect(settled.status).to.equal(outcome === 'ok' ? 'fulfilled' : 'rejected')
        const event = { type: 'account.step_up', outcome, detail: { method: 'password' } }
        expect(await record()).to.deep.equal(expected({ ...event, sessionIdHash: 'hash' }))
      })
    }

    it('an action of an operator, without an address', async () => {
      const id = await stack.register()
      await stack.admin.disableAccount({ id }, { requestId: 'request-1' })
      const nobody = { address: undefined, clientInfo: undefined }
      const event = { type: 'account.status', accountId: id, detail: { status: 'disabled' } }
      expect(await record()).to.deep.equal(expected({ ...event, ...nobody }))
    })
  })

  it('removes line breaks sent by clients from records and events', async () => {
    const forged = 'x\r\n{"type":"account.sign_in"}\u2028\u0000'
    const location = { city: forged, region: forged, country: forged }
    await rejected(
      login({ client: { address: forged, userAgent: `${forged}/1.0`, location }, password: 'no' }),
    )
    const { id = '' } = (await newest()) ?? {}
    const { event = '' } = await untilTold(id)
    expect(event).not.to.match(/[\p{C}\p{Zl}\p{Zp}]/u)
    const text = JSON.stringify(await stack.audit.findOne({ _id: id.padStart(19, '0') as never }))
    expect(text).not.to.match(/[\p{C}\p{Zl}\p{Zp}]|\\[nru]/u)
  })

  it('assigns a request id to a call without a valid one', async () => {
    await rejected(login({ password: 'wrong' }, 'forged id {}'))
    expect((await newest())?.requestId).to.match(/^[0-9a-f-]{36}$/)
  })

  it('contains no password, token or email', async () => {
    await login()
    const { id = '' } = (await newest()) ?? {}
    await untilTold(id)
    const kept = JSON.stringify([await stack.audit.find().toArray(), await published()])
    for (const secret of [password, 'wrong password', 'gatehouse.test', 'token of', '$argon2']) {
      expect(kept).not.to.contain(secret)
    }
  })

  it('stores nothing for a change that was rolled back', async () => {
    const before = await stack.audit.countDocuments()
    await rejected(stack.admin.disableAccount({ id: '1' }))
    await rejected(stack.auth.register({ client, consent: true, dateOfBirth: '2000-01-01', email, password }))
    expect(await stack.audit.countDocuments()).to.equal(before)
  })

  describe('publishes', () => {
    it('every event under its own id, with fields that do not need JSON', async () => {
      await login()
      const record = await newest()
      const { event = '', ...fields } = await untilTold(record?.id ?? '')
      expect(fields).to.deep.equal({ id: record?.id, type: 'account.sign_in', account_id: ann })
      expect(readEventJson(event)).to.deep.equal(record)
    })

    it('events of a transaction', async () => {
      const id = await stack.register()
      await stack.admin.disableAccount({ id })
      const records = (await all({ accountId: id })).records
      expect(records.map(({ type }) => type)).to.deep.equal(['account.status', 'account.registration'])
      for (const record of records) await untilTold(record.id)
    })

    it('events without an account', async () => {
      await rejected(login({ email: 'nobody@gatehouse.test' }))
      const { id = '' } = (await newest()) ?? {}
      expect(await untilTold(id)).to.have.keys('id', 'type', 'event')
    })

    it('events that a process stored but did not publish before it died', async () => {
      const before = await newest()
      const _id = `${BigInt(before?.id ?? 0) + 1n}`
      const gone = { state: 'pending', owner: 'gone', leaseUntil: stack.clock.now() + 10_000 } as const
      const document = await stack.audit.findOne()
      await stack.audit.insertOne({ ...document, _id, outbox: gone } as never)
      expect((await published()).map(({ id }) => id)).not.to.include(_id)
      stack.clock.advance(10_000)
      await untilTold(_id)
    })
  })

  describe('consumes the events of other services', () => {
    const publish = (service: string, event: Event) =>
      redis.xadd(key(service), '*', ...eventFields({ ...event, json: eventJson(event) }))
    const externalEvent = (id: string, fields: Partial<Event> = {}): Event => ({
      ...{ id, at: new Date(stack.clock.now()), type: 'session.created', outcome: 'ok', requestId: 'r' },
      ...{ accountId: '77', clientInfo: undefined, detail: { cause: 'test' }, ...fields },
    })
    async function untilKept(count: number, accountId = '77'): Promise<Event[]> {
      for (;;) {
        const { records } = await all({ accountId })
        if (records.length >= count) return records
        await pause(5)
      }
    }

    it('and stores each event once', async () => {
      await publish('sessions', externalEvent('event-1'))
      await publish('sessions', externalEvent('event-1'))
      await publish('webhooks', externalEvent('event-1', { type: 'webhook.disabled' }))
      const records = await untilKept(2)
      await publish('sessions', externalEvent('event-1'))
      await publish('sessions', externalEvent('event-3', { accountId: '78' }))
      await untilKept(1, '78')
      expect((await all({ accountId: '77' })).records).to.have.length(2)
      expect(records.map(({ type }) => type)).to.have.members(['session.created', 'webhook.disabled'])
      expect(records.map(({ id }) => id)).not.to.include('event-1')
      expect(records[0]?.detail).to.deep.equal({ cause: 'test' })
    })

    it('and sorts late events by their time', async () => {
      const early = stack.clock.now()
      stack.clock.advance(5000)
      await publish('sessions', externalEvent('now', { accountId: '79' }))
      await publish(
        'sessions',
        externalEvent('late', { accountId: '79', at: new Date(early), type: 'session.revoked' }),
      )
      const records = await untilKept(2, '79')
      expect(records.map(({ type }) => type)).to.deep.equal(['session.created', 'session.revoked'])
    })

    it('and stores no personal data of an account that was erased, however long ago', async () => {
      const id = await stack.register({ email: 'erased@gatehouse.test', password })
      await stack.admin.deleteAccount({ id })
      stack.clock.advance(30 * day)
      const at = new Date(stack.clock.now())
      await publish(
        'sessions',
        externalEvent('event-erased', { accountId: id, at, address: '192.0.2.9', sessionIdHash: 'x' }),
      )
      for (;;) {
        const [record] = (await all({ accountId: id, type: 'session.created' })).records
        if (record && record.address === undefined) {
          expect(record).to.include({ sessionIdHash: undefined, clientInfo: undefined })
          return expect(record.detail).to.deep.equal({})
        }
        await pause(5)
      }
    })

    it('and does not publish them again', async () => {
      await publish('sessions', externalEvent('event-4', { accountId: '80', type: 'session.revoked' }))
      await untilKept(1, '80')
      await login()
      await untilTold((await newest({ accountId: ann }))?.id ?? '')
      expect((await published()).map(({ type }) => type)).not.to.include('session.revoked')
    })
  })

  describe('Auth.ListMyAudit', () => {
    const list = (accountId: string, limit = 0, before = '') =>
      stack.auth.listMyAudit({ actor: actor(accountId), limit, before })

    it('returns the records of the caller, newest first, in pages', async () => {
      const bob = await stack.register({ email: 'bob@gatehouse.test', password })
      for (const text of ['wrong 1', password, 'wrong 2']) {
        stack.clock.advance(1)
        const [settled] = await Promise.allSettled([login({ email: 'bob@gatehouse.test', password: text })])
        expect(settled.status).to.equal(text === password ? 'fulfilled' : 'rejected')
      }
      const { records } = await list(bob)
      const acts = records.map(({ type, outcome }) => `${type} ${outcome}`)
      expect(acts).to.deep.equal([
        'account.sign_in failed',
        'account.sign_in ok',
        'account.sign_in failed',
        'account.registration ok',
      ])
      const first = (await list(bob, 3)).records
      const second = (await list(bob, 3, first.at(-1)?.id)).records
      expect([...first, ...second]).to.deep.equal(records)
    })

    it('returns nothing of other accounts', async () => {
      const { records } = await list(ann)
      expect(new Set(records.map(({ accountId }) => accountId))).to.deep.equal(new Set([ann]))
    })

    it('rejects closed and erased accounts with UNAUTHORIZED', async () => {
      const id = await stack.register()
      await stack.admin.disableAccount({ id })
      for (const gone of [id, '1']) expect((await rejected(list(gone))).code).to.equal('UNAUTHORIZED')
      const nobody = stack.auth.listMyAudit({ actor: undefined, limit: 0, before: '' })
      expect((await rejected(nobody)).code).to.equal('UNAUTHORIZED')
    })

    it('stores a refusal without an account for a day', async () => {
      await rejected(login({ email: 'a-guess@gatehouse.test' }))
      const [guess] = await stack.audit.find({}).sort({ _id: -1 }).limit(1).toArray()
      expect([guess?.type, guess?.accountId]).to.deep.equal(['account.sign_in', null])
      expect(Number(guess?.expiresAt) - Number(guess?.at)).to.equal(day)
      await rejected(login({ password: 'a wrong password' }))
      const [failure] = await stack.audit.find({}).sort({ _id: -1 }).limit(1).toArray()
      expect(failure?.accountId).to.equal(ann)
      expect(Number(failure?.expiresAt) - Number(failure?.at)).to.equal(90 * day)
    })

    it('returns a record for 90 days', async () => {
      const old = await stack.register()
      stack.clock.advance(90 * day - 1)
      expect((await list(old)).records).to.have.length(1)
      stack.clock.advance(1)
      expect((await list(old)).records).to.deep.equal([])
    })
  })

  it('lists records for operators by type, time and page', async () => {
    stack.clock.advance(day)
    await login()
    stack.clock.advance(day)
    await login()
    await rejected(login({ email: 'nobody@gatehouse.test' }))
    const since = new Date(stack.clock.now())
    expect((await all({ since })).records).to.have.length(2)
    expect((await all({ since, type: 'account.registration' })).records).to.deep.equal([])
    const signIns = { type: 'account.sign_in', limit: 2 }
    const first = (await all(signIns)).records
    expect(first.map(({ accountId }) => accountId)).to.deep.equal([undefined, ann])
    const [next] = (await all({ ...signIns, before: first.at(-1)?.id ?? '' })).records
    expect(next?.at).to.deep.equal(new Date(since.getTime() - day))
  })

  it('serves every list by an index', async () => {
    const indexes = (await stack.audit.indexes()).map(({ key: fields }) => Object.keys(fields).join())
    expect(indexes).to.include.members([
      'accountId,_id',
      'type,_id',
      'expiresAt',
      'eventId',
      'outbox.state,_id',
    ])
  })
})
