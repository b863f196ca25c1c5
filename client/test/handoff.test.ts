import { expect } from 'chai'
import { give, receive } from '../src/handoff.ts'
import { createGatehouse, memoryTokenStore } from '../src/index.ts'
import { errorOf, fakeApi } from './fake-api.ts'

const session = { token: 'gh_1.a', user_id: '5' }
const started = { code: 'ABCD-EFGH', expires_at: '2030-01-01T00:05:00.000Z' }
const pending = () => ({ body: { status: 'pending', token: null, user_id: null } })
const completed = () => ({ body: { status: 'completed', ...session } })
const expired = () => ({ body: { status: 'expired', token: null, user_id: null } })
const initiated = (headers = {}) => ({ body: started, headers })

describe('receive', () => {
  it('shows a code, polls with the secret and stores the token', async () => {
    const { sent, options } = fakeApi(() => initiated({ 'x-handoff-secret': 's' }), pending, completed)
    const gatehouse = createGatehouse(options)
    const codes: string[] = []
    const received = await receive(gatehouse, { onCode: ({ code }) => codes.push(code), pollMs: 0 })
    expect([received, await gatehouse.tokenStore.get(), codes]).to.deep.equal([
      session,
      session,
      ['ABCD-EFGH'],
    ])
    expect(sent.map(({ path, headers }) => [path, headers.get('x-handoff-secret')])).to.deep.equal([
      ['/auth/handoff/initiate', null],
      ['/auth/handoff/ABCD-EFGH/status', 's'],
      ['/auth/handoff/ABCD-EFGH/status', 's'],
    ])
  })

  it('claims the code of another device and keeps the secret of the first poll', async () => {
    const claimed = () => ({ ...pending(), headers: { 'x-handoff-secret': 's' } })
    const { sent, options } = fakeApi(claimed, pending, completed)
    await receive(createGatehouse(options), { code: 'ABCD-EFGH', pollMs: 0 })
    expect(sent.map(({ headers }) => headers.get('x-handoff-secret'))).to.deep.equal([null, 's', 's'])
  })

  it('resolves with undefined if the code expired', async () => {
    const gatehouse = createGatehouse(fakeApi(expired).options)
    expect(await receive(gatehouse, { code: 'ABCD-EFGH' })).to.equal(undefined)
  })

  it('cancels the code when it is aborted', async () => {
    const controller = new AbortController()
    const abort = () => {
      controller.abort(new Error('closed'))
      return pending()
    }
    const { sent, options } = fakeApi(
      () => initiated({ 'x-handoff-secret': 's' }),
      abort,
      () => ({ status: 204 }),
    )
    const error = await errorOf(receive(createGatehouse(options), { signal: controller.signal }))
    expect(error).to.include({ message: 'closed' })
    expect(sent[2]).to.include({ method: 'DELETE', path: '/auth/handoff/ABCD-EFGH' })
    expect(sent[2]?.headers.get('x-handoff-secret')).to.equal('s')
  })

  it('sends the given headers with every request', async () => {
    const { sent, options } = fakeApi(() => initiated({ 'x-handoff-secret': 's' }), completed)
    await receive(createGatehouse(options), { headers: { 'user-agent': 'tv/1' } })
    expect(sent.map(({ headers }) => headers.get('user-agent'))).to.deep.equal(['tv/1', 'tv/1'])
  })

  it('rejects on a device that is signed in', async () => {
    const { sent, options } = fakeApi()
    const gatehouse = createGatehouse({ ...options, tokenStore: memoryTokenStore(session) })
    expect(await errorOf(receive(gatehouse))).to.match(/Sign out/)
    expect(sent).to.deep.equal([])
  })
})

describe('give', () => {
  const firefox = { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: null }
  const claimed = () => ({ body: { status: 'pending', client_info: firefox } })
  const unclaimed = () => ({ body: { status: 'pending', client_info: null } })
  const openGatehouse = (...handlers: Parameters<typeof fakeApi>) => {
    const { sent, options } = fakeApi(...handlers)
    return { sent, gatehouse: createGatehouse({ ...options, tokenStore: memoryTokenStore(session) }) }
  }

  it('completes the code of another device after the user confirmed it', async () => {
    const { sent, gatehouse } = openGatehouse(claimed, () => ({ status: 204 }))
    const seen: unknown[] = []
    const confirm = (receiver: unknown) => seen.push(receiver) === 1
    expect(await give(gatehouse, { code: 'ABCD-EFGH', confirm })).to.equal(true)
    expect(seen).to.deep.equal([firefox])
    expect(sent[1]).to.deep.include({
      path: '/auth/handoff/complete',
      body: { code: 'ABCD-EFGH', ...session },
    })
  })

  it('shows a code and waits until a device has claimed it', async () => {
    const { sent, gatehouse } = openGatehouse(
      () => initiated(),
      unclaimed,
      claimed,
      () => ({ status: 204 }),
    )
    const codes: string[] = []
    const onCode = ({ code }: { code: string }) => codes.push(code)
    expect(await give(gatehouse, { onCode, confirm: () => true, pollMs: 0 })).to.equal(true)
    expect([codes, sent.length, sent[0]?.token]).to.deep.equal([['ABCD-EFGH'], 4, 'Bearer gh_1.a'])
  })

  it('cancels the code if the user does not recognize the device', async () => {
    const { sent, gatehouse } = openGatehouse(claimed, () => ({ status: 204 }))
    expect(await give(gatehouse, { code: 'ABCD-EFGH', confirm: () => false })).to.equal(false)
    expect(sent[1]).to.include({ method: 'DELETE', path: '/auth/handoff/ABCD-EFGH' })
  })

  it('cancels the code when it is aborted, also while the user is asked', async () => {
    const controller = new AbortController()
    const { sent, gatehouse } = openGatehouse(claimed, () => ({ status: 204 }))
    const confirm = () => {
      controller.abort(new Error('closed'))
      return true
    }
    const options = {
      code: 'ABCD-EFGH',
      confirm,
      signal: controller.signal,
      headers: { 'x-request-id': 'a' },
    }
    expect(await errorOf(give(gatehouse, options))).to.include({ message: 'closed' })
    expect(sent.map(({ method, headers }) => [method, headers.get('x-request-id')])).to.deep.equal([
      ['GET', 'a'],
      ['DELETE', 'a'],
    ])
  })

  it('rejects on a device that is not signed in', async () => {
    const gatehouse = createGatehouse(fakeApi().options)
    expect(await errorOf(give(gatehouse, { code: 'ABCD-EFGH', confirm: () => true }))).to.match(/Sign in/)
  })
})
