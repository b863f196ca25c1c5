import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { client, useAuditLog } from './audit-harness.ts'
import { actor, password } from './auth-harness.ts'
import { idHashOf } from './fake-upstreams.ts'

describe('the audit log', () => {
  const { stack, ann, login, newest, published, untilPublished } = useAuditLog()

  describe('stores time, actor, address and request id of', () => {
    const expected = (fields: Partial<Event>) => ({
      at: new Date(stack().clock.now()),
      outcome: 'ok',
      accountId: ann(),
      sessionIdHash: undefined,
      address: client.address,
      requestId: 'request-1',
      // Not the place that the client claims.
      clientInfo: { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: undefined },
      ...fields,
    })
    async function record(): Promise<Partial<Event>> {
      const { id, ...rest } = (await newest()) ?? {}
      expect(id).to.match(/^\d{18,19}$/)
      return rest
    }

    it('a sign-in', async () => {
      await login()
      const signIn = { type: 'account.sign_in', detail: { method: 'password' } }
      expect(await record()).to.deep.equal(expected({ ...signIn, sessionIdHash: idHashOf(ann()) }))
    })

    it('a registration', async () => {
      const id = await stack().register({ client, email: 'new@gatehouse.test', password })
      const made = { type: 'account.registration', accountId: id, detail: {} }
      expect({ ...(await record()), requestId: 'request-1' }).to.deep.equal(expected(made))
    })

    it('a wrong password', async () => {
      await rejected(login({ password: 'wrong password' }))
      const failedSignIn = { type: 'account.sign_in', outcome: 'failed', detail: { method: 'password' } }
      expect(await record()).to.deep.equal(expected(failedSignIn))
    })

    it('a sign-in with an unknown email, but not the email', async () => {
      await rejected(login({ email: 'nobody@gatehouse.test' }))
      const failedSignIn = { type: 'account.sign_in', outcome: 'failed', detail: { method: 'password' } }
      expect(await record()).to.deep.equal(expected({ ...failedSignIn, accountId: undefined }))
    })

    it('the right password of a suspended account', async () => {
      const id = await stack().register({ email: 'closed@gatehouse.test', password })
      await stack().admin.disableAccount({ id })
      await rejected(login({ email: 'closed@gatehouse.test' }))
      const detail = { method: 'password', reason: 'suspended' }
      const failedSignIn = { type: 'account.sign_in', outcome: 'failed', accountId: id, detail }
      expect(await record()).to.deep.equal(expected(failedSignIn))
    })

    for (const [outcome, tried] of [
      ['ok', password],
      ['failed', 'wrong password'],
    ] as const) {
      it(`a step-up with the outcome ${outcome}`, async () => {
        const proof = stack().auth.assertStepUp(
          { actor: actor(ann()), client, password: tried },
          { requestId: 'request-1' },
        )
        const [settled] = await Promise.allSettled([proof])
        expect(settled.status).to.equal(outcome === 'ok' ? 'fulfilled' : 'rejected')
        const event = { type: 'account.step_up', outcome, detail: { method: 'password' } }
        expect(await record()).to.deep.equal(expected({ ...event, sessionIdHash: 'hash' }))
      })
    }

    it('an action of an operator, which has no address', async () => {
      const id = await stack().register()
      await stack().admin.disableAccount({ id }, { requestId: 'request-1' })
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
    const { event = '' } = await untilPublished(id)
    expect(event).not.to.match(/[\p{C}\p{Zl}\p{Zp}]/u)
    const text = JSON.stringify(await stack().audit.findOne({ _id: id.padStart(19, '0') as never }))
    expect(text).not.to.match(/[\p{C}\p{Zl}\p{Zp}]|\\[nru]/u)
  })

  it('assigns a request id to a call without a valid one', async () => {
    await rejected(login({ password: 'wrong' }, 'forged id {}'))
    expect((await newest())?.requestId).to.match(/^[0-9a-f-]{36}$/)
  })

  it('contains no password, token or email', async () => {
    await login()
    const { id = '' } = (await newest()) ?? {}
    await untilPublished(id)
    const kept = JSON.stringify([await stack().audit.find().toArray(), await published()])
    for (const secret of [password, 'wrong password', 'gatehouse.test', 'token of', '$argon2']) {
      expect(kept).not.to.contain(secret)
    }
  })

  it('stores nothing for a change that was rolled back', async () => {
    const before = await stack().audit.countDocuments()
    await rejected(stack().admin.disableAccount({ id: '1' }))
    await rejected(
      stack().auth.register({
        client,
        consent: true,
        dateOfBirth: '2000-01-01',
        email: 'ann@gatehouse.test',
        password,
      }),
    )
    expect(await stack().audit.countDocuments()).to.equal(before)
  })
})
