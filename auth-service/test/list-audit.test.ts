import type { ListMyAuditRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { day, useAuditLog } from './audit-harness.ts'
import { actor, password, problems } from './auth-harness.ts'

describe('lists of audit records', () => {
  const { stack, ann, redis, key, all, login } = useAuditLog()

  describe('Auth.ListMyAudit', () => {
    const list = (accountId: string, page: Partial<ListMyAuditRequest> = {}) =>
      stack().auth.listMyAudit({ actor: actor(accountId), pageSize: 0, pageToken: '', ...page })

    it('returns the records of the caller, newest first, in pages', async () => {
      const bob = await stack().register({ email: 'bob@gatehouse.test', password })
      for (const text of ['wrong 1', password, 'wrong 2']) {
        stack().clock.advance(1)
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
      const first = await list(bob, { pageSize: 3 })
      expect(first.nextPageToken).to.equal(first.records.at(-1)?.id)
      const second = await list(bob, { pageSize: 3, pageToken: first.nextPageToken })
      expect([...first.records, ...second.records]).to.deep.equal(records)
      expect(second.nextPageToken).to.equal('')
      expect(await list(bob, { pageSize: 4 })).to.deep.equal({ records, nextPageToken: '' })

      const oldest = records.at(-1)?.id ?? ''
      const next = await list(bob, { pageSize: 2, after: oldest })
      expect(next.records).to.deep.equal(records.slice(1, 3))
      expect(next.nextPageToken).to.equal(records[1]?.id)
      const last = await list(bob, { pageSize: 2, after: oldest, pageToken: next.nextPageToken })
      expect(last).to.deep.equal({ records: records.slice(0, 1), nextPageToken: '' })
      const signIns = await list(bob, { pageSize: 2, type: 'account.sign_in', after: oldest })
      expect(signIns.records).to.deep.equal(records.slice(1, 3))
      expect((await list(bob, { type: 'account.registration' })).records).to.deep.equal(records.slice(3))
    })

    for (const [page, problem] of [
      [{ pageSize: -1 }, 'page_size:NUMBER_OUT_OF_RANGE'],
      [{ pageToken: 'x' }, 'page_token:INVALID_SNOWFLAKE_FORMAT'],
      [{ after: '' }, 'after:INVALID_SNOWFLAKE_FORMAT'],
    ] as const) {
      it(`rejects ${JSON.stringify(page)}`, async () =>
        expect(problems(await rejected(list(ann(), page)))).to.deep.equal([problem]))
    }

    it('returns nothing of other accounts', async () => {
      const { records } = await list(ann())
      expect(new Set(records.map(({ accountId }) => accountId))).to.deep.equal(new Set([ann()]))
    })

    it('rejects closed and erased accounts with UNAUTHORIZED', async () => {
      const id = await stack().register()
      await stack().admin.disableAccount({ id })
      for (const gone of [id, '1']) expect((await rejected(list(gone))).code).to.equal('UNAUTHORIZED')
      const nobody = stack().auth.listMyAudit({ actor: undefined, pageSize: 0, pageToken: '' })
      expect((await rejected(nobody)).code).to.equal('UNAUTHORIZED')
    })

    it('stores a rejection without an account for a day', async () => {
      await rejected(login({ email: 'a-guess@gatehouse.test' }))
      const [guess] = await stack().audit.find({}).sort({ _id: -1 }).limit(1).toArray()
      expect([guess?.type, guess?.accountId]).to.deep.equal(['account.sign_in', null])
      expect(Number(guess?.expiresAt) - Number(guess?.at)).to.equal(day)
      await rejected(login({ password: 'a wrong password' }))
      const [failure] = await stack().audit.find({}).sort({ _id: -1 }).limit(1).toArray()
      expect(failure?.accountId).to.equal(ann())
      expect(Number(failure?.expiresAt) - Number(failure?.at)).to.equal(90 * day)
    })

    it('stores what anybody can cause without an account for a day, and what operators do for 90', async () => {
      const at = new Date(stack().clock.now())
      const base = { at, requestId: 'r', clientInfo: undefined, detail: {}, outcome: 'ok' } as const
      for (const [id, event] of Object.entries({
        anonymous: { ...base, id: 'anonymous', type: 'handoff.began', address: '192.0.2.1' },
        operator: { ...base, id: 'operator', type: 'session.revoked' },
      })) {
        const json = eventJson({ accountId: undefined, sessionIdHash: undefined, ...event })
        await redis().xadd(key('sessions'), '*', ...eventFields({ ...event, json }))
        const stored = await until(async () => {
          const found = await stack().audit.findOne({ eventId: `sessions:${id}` })
          if (!found) throw new Error('Not stored yet.')
          return found
        })
        expect(Number(stored.expiresAt) - Number(at), id).to.equal(id === 'anonymous' ? day : 90 * day)
      }
    })

    it('returns a record for 90 days', async () => {
      const old = await stack().register()
      stack().clock.advance(90 * day - 1)
      expect((await list(old)).records).to.have.length(1)
      stack().clock.advance(1)
      expect((await list(old)).records).to.deep.equal([])
    })
  })

  it('lists records for operators by type, time and page', async () => {
    stack().clock.advance(day)
    await login()
    stack().clock.advance(day)
    await login()
    await rejected(login({ email: 'nobody@gatehouse.test' }))
    const since = new Date(stack().clock.now())
    expect((await all({ since })).records).to.have.length(2)
    expect((await all({ since, type: 'account.registration' })).records).to.deep.equal([])
    const signIns = { type: 'account.sign_in', pageSize: 2 }
    const { records, nextPageToken } = await all(signIns)
    expect(records.map(({ accountId }) => accountId)).to.deep.equal([undefined, ann()])
    const [next] = (await all({ ...signIns, pageToken: nextPageToken })).records
    expect(next?.at).to.deep.equal(new Date(since.getTime() - day))
  })

  it('serves every list by an index', async () => {
    const indexes = (await stack().audit.indexes()).map(({ key: fields }) => Object.keys(fields).join())
    expect(indexes).to.include.members([
      'accountId,_id',
      'type,_id',
      'expiresAt',
      'eventId',
      'outbox.state,_id',
    ])
  })
})
