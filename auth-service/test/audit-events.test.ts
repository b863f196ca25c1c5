import { setTimeout as pause } from 'node:timers/promises'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson, readEventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { day, useAuditLog } from './audit-harness.ts'
import { password } from './auth-harness.ts'

describe('audit log and domain events', () => {
  const { stack, ann, redis, key, all, login, newest, published, untilPublished } = useAuditLog()

  describe('publishes', () => {
    it('every event under its own id, with fields that do not need JSON', async () => {
      await login()
      const record = await newest()
      const { event = '', ...fields } = await untilPublished(record?.id ?? '')
      expect(fields).to.deep.equal({ id: record?.id, type: 'account.sign_in', account_id: ann() })
      expect(readEventJson(event)).to.deep.equal(record)
    })

    it('events of a transaction', async () => {
      const id = await stack().register()
      await stack().admin.disableAccount({ id })
      const records = (await all({ accountId: id })).records
      expect(records.map(({ type }) => type)).to.deep.equal(['account.status', 'account.registration'])
      for (const record of records) await untilPublished(record.id)
    })

    it('events without an account', async () => {
      await rejected(login({ email: 'nobody@gatehouse.test' }))
      const { id = '' } = (await newest()) ?? {}
      expect(await untilPublished(id)).to.have.keys('id', 'type', 'event')
    })

    it('events that a process stored but did not publish before it died', async () => {
      const before = await newest()
      const _id = `${BigInt(before?.id ?? 0) + 1n}`
      const gone = { state: 'pending', owner: 'gone', leaseUntil: stack().clock.now() + 10_000 } as const
      const document = await stack().audit.findOne()
      await stack().audit.insertOne({ ...document, _id, outbox: gone } as never)
      expect((await published()).map(({ id }) => id)).not.to.include(_id)
      stack().clock.advance(10_000)
      await untilPublished(_id)
    })
  })

  describe('consumes the events of other services', () => {
    const publish = (service: string, event: Event) =>
      redis().xadd(key(service), '*', ...eventFields({ ...event, json: eventJson(event) }))
    const externalEvent = (id: string, fields: Partial<Event> = {}): Event => ({
      id,
      at: new Date(stack().clock.now()),
      type: 'session.created',
      outcome: 'ok',
      requestId: 'r',
      accountId: '77',
      clientInfo: undefined,
      detail: { cause: 'test' },
      ...fields,
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
      const early = stack().clock.now()
      stack().clock.advance(5000)
      await publish('sessions', externalEvent('now', { accountId: '79' }))
      await publish(
        'sessions',
        externalEvent('late', { accountId: '79', at: new Date(early), type: 'session.revoked' }),
      )
      const records = await untilKept(2, '79')
      expect(records.map(({ type }) => type)).to.deep.equal(['session.created', 'session.revoked'])
    })

    it('and stores no personal data of an account that was erased, however long ago', async () => {
      const id = await stack().register({ email: 'erased@gatehouse.test', password })
      await stack().admin.deleteAccount({ id })
      stack().clock.advance(30 * day)
      const at = new Date(stack().clock.now())
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
      await untilPublished((await newest({ accountId: ann() }))?.id ?? '')
      expect((await published()).map(({ type }) => type)).not.to.include('session.revoked')
    })
  })
})
