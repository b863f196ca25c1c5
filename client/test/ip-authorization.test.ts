import { expect } from 'chai'
import { createGatehouse } from '../src/index.ts'
import { waitForAuthorization } from '../src/ip-authorization.ts'
import { errorOf, fakeApi, rejection } from './fake-api.ts'

const session = { token: 'gh_1.a', user_id: '5' }
const pending = () => ({ body: { completed: false, token: null, user_id: null } })
const completed = () => ({ body: { completed: true, ...session } })
const expired = () =>
  rejection(400, 'INVALID_FORM_BODY', {
    errors: [{ path: 'ticket', code: 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET', message: 'Expired.' }],
  })

describe('waitForAuthorization', () => {
  it('polls with the ticket, through failures that pass, and stores the token', async () => {
    const { sent, options } = fakeApi(pending, () => rejection(503, 'SERVICE_UNAVAILABLE'), completed)
    const gatehouse = createGatehouse(options)
    expect(await waitForAuthorization(gatehouse, 't', { pollMs: 0 })).to.deep.equal(session)
    expect(await gatehouse.tokenStore.get()).to.deep.equal(session)
    expect(sent.map(({ path, headers }) => [path, headers.get('x-ticket')])).to.deep.equal(
      Array(3).fill(['/auth/ip-authorization/poll', 't']),
    )
  })

  it('resolves with undefined if the ticket expired', async () => {
    const gatehouse = createGatehouse(fakeApi(expired).options)
    expect(await waitForAuthorization(gatehouse, 't', { pollMs: 0 })).to.equal(undefined)
    expect(await gatehouse.tokenStore.get()).to.equal(undefined)
  })

  it('rejects when another error occurs or it is aborted', async () => {
    const rejected = createGatehouse(fakeApi(() => rejection(403, 'MISSING_ACCESS')).options)
    expect(await errorOf(waitForAuthorization(rejected, 't', { pollMs: 0 }))).to.include({
      code: 'MISSING_ACCESS',
    })
    const waiting = createGatehouse(fakeApi(pending).options)
    const signal = AbortSignal.abort(new Error('closed'))
    expect(await errorOf(waitForAuthorization(waiting, 't', { signal }))).to.include({ message: 'closed' })
  })
})
