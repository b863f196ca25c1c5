import { readFileSync } from 'node:fs'
import {
  createGatehouse,
  GatehouseError,
  type GatehouseOptions,
  memoryTokenStore,
  paginate,
} from '@gatehouse/client'
import { give, receive } from '@gatehouse/client/handoff'
import { signatureHeader, webhookUrl } from '@gatehouse/client/webhooks'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const pushText = readFileSync(new URL('../dev/examples/push.json', import.meta.url), 'utf8')
const minute = 60_000
const phone = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'

describe('the TypeScript client', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_LIMITS_SCALE: '1' }, clock: fakeClock() })
  let accounts = 0
  beforeEach(() => stack.network().clock.advance(15 * minute))

  const open = (options: Partial<GatehouseOptions> = {}) =>
    createGatehouse({ baseUrl: stack.network().urls.gateway, retry: { attempts: 1 }, ...options })

  async function register(options: Partial<GatehouseOptions> = {}) {
    const gatehouse = open(options)
    const credentials = { email: `ann-${++accounts}@gatehouse.test`, password: 'violet-anchor-1' }
    await gatehouse.register({ ...credentials, consent: true, date_of_birth: '1990-01-01' })
    return { gatehouse, credentials }
  }

  async function failure(promise: Promise<unknown>): Promise<GatehouseError> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof GatehouseError)) throw new Error('the request did not fail', { cause: error })
    return error
  }

  it('registers, signs out and signs in', async () => {
    const { gatehouse, credentials } = await register()
    expect(await gatehouse.get('/users/@me')).to.include({ email: credentials.email })
    await gatehouse.signOut()
    expect(await failure(gatehouse.get('/users/@me'))).to.include({ status: 401, code: 'UNAUTHORIZED' })
    const wrong = await failure(gatehouse.signIn({ ...credentials, password: 'not-the-password' }))
    expect([wrong.code, Object.keys(wrong.fields)]).to.deep.equal([
      'INVALID_FORM_BODY',
      ['email', 'password'],
    ])
    const answer = await gatehouse.signIn(credentials)
    expect('mfa' in answer).to.equal(false)
    expect(await gatehouse.get('/auth/sessions')).to.have.length(1)
  })

  it('removes a token whose session another device ended, and reports it once', async () => {
    let reports = 0
    const { gatehouse: laptop, credentials } = await register({ onSignedOut: () => (reports += 1) })
    const other = open()
    await other.signIn(credentials)
    const [ended] = (await other.get('/auth/sessions')).filter(({ current }) => !current)
    await other.post('/auth/sessions/logout', { body: { session_id_hashes: [ended?.id_hash ?? ''] } })
    const errors = await Promise.all([1, 2, 3].map(() => failure(laptop.get('/users/@me'))))
    expect(errors.map(({ code }) => code)).to.deep.equal(Array(3).fill('UNAUTHORIZED'))
    expect([await laptop.tokenStore.get(), reports]).to.deep.equal([undefined, 1])
  })

  it('throws the time to wait, or waits for it', async () => {
    const { gatehouse, credentials } = await register()
    const wrong = { ...credentials, password: 'not-the-password' }
    for (let count = 0; count < 5; count += 1) await failure(gatehouse.signIn(wrong))
    const limited = await failure(gatehouse.signIn(credentials))
    if (limited.code !== 'RATE_LIMITED') expect.fail(limited.code)
    expect([limited.status, limited.body.retry_after, limited.body.global]).to.deep.equal([429, 1, false])
    const statuses: number[] = []
    const fetchThenAdvance: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      statuses.push(response.status)
      await stack.network().clock.advance(minute)
      return response
    }
    const patient = open({ retry: { attempts: 3 }, fetch: fetchThenAdvance })
    expect(await patient.signIn(credentials)).to.have.property('token')
    expect(statuses).to.deep.equal([429, 200])
  })

  it('asks for the password once for two requests, again after a wrong one', async () => {
    const passwords = ['not-the-password', 'violet-anchor-1']
    const challenges: (string | undefined)[] = []
    const { gatehouse } = await register({
      onStepUp: async ({ methods, error }) => {
        expect(methods).to.deep.equal(['password'])
        challenges.push(error?.fields.password?.code)
        return { password: passwords.shift() }
      },
    })
    stack.network().clock.advance(6 * minute)
    const end = () => gatehouse.post('/auth/sessions/logout', { body: { session_id_hashes: [] } })
    await Promise.all([end(), end()])
    expect(challenges).to.deep.equal([undefined, 'INVALID_PASSWORD'])
  })

  describe('with a handoff', () => {
    const receiver = () => open({ headers: { 'user-agent': phone } })
    const shownCode = () => {
      let onCode: (handoff: { code: string }) => void = () => {}
      const shown = new Promise<string>((resolve) => {
        onCode = ({ code }) => resolve(code)
      })
      return { shown, onCode }
    }

    it('signs in the device that shows a code', async () => {
      const { gatehouse } = await register()
      const [device, { shown, onCode }] = [receiver(), shownCode()]
      const received = receive(device, { onCode, pollMs: 50 })
      const names: (string | null | undefined)[] = []
      const confirm = ({ browser, os }: { browser?: string | null; os?: string | null }) =>
        names.push(browser, os) === 2
      expect(await give(gatehouse, { code: await shown, confirm })).to.equal(true)
      expect(names).to.deep.equal(['Firefox', 'Android'])
      expect((await received)?.user_id).to.equal((await gatehouse.get('/users/@me')).id)
      expect((await device.get('/auth/sessions')).length).to.equal(2)
    })

    it('ends the wait of the device whose user is declined, or that enters another code', async () => {
      const { gatehouse } = await register()
      const [device, { shown, onCode }] = [receiver(), shownCode()]
      const received = receive(device, { onCode, pollMs: 50 })
      expect(await give(gatehouse, { code: await shown, confirm: () => false })).to.equal(false)
      expect([await received, await device.tokenStore.get()]).to.deep.equal([undefined, undefined])
      expect(await receive(device, { code: 'ZZZZ-ZZZZ' })).to.equal(undefined)
      expect(await failure(receive(device, { code: 'ZZZZ' }))).to.include({ code: 'INVALID_HANDOFF_CODE' })
      const unknown = failure(give(gatehouse, { code: 'ZZZZ-ZZZZ', confirm: () => true }))
      expect(await unknown).to.include({ code: 'UNKNOWN_HANDOFF' })
    })

    it('signs in the device that enters a code, unless it is cancelled', async () => {
      const { gatehouse } = await register()
      const [device, { shown, onCode }] = [receiver(), shownCode()]
      const given = give(gatehouse, { onCode, confirm: () => true, pollMs: 200 })
      expect(await receive(device, { code: await shown, pollMs: 50 })).to.have.property('token')
      expect(await given).to.equal(true)

      const cancelled = shownCode()
      const controller = new AbortController()
      const aborted = give(gatehouse, {
        onCode: cancelled.onCode,
        confirm: () => true,
        signal: controller.signal,
      }).catch(({ message }: Error) => message)
      const code = await cancelled.shown
      controller.abort(new Error('closed'))
      expect(await aborted).to.equal('closed')
      expect(await receive(receiver(), { code })).to.equal(undefined)
    })
  })

  it('iterates over pages and signs payloads of a webhook', async () => {
    const { gatehouse } = await register()
    const session = await gatehouse.tokenStore.get()
    const { channel_id } = await stack.createGuildChannel({
      ...{ email: '', password: '', token: '' },
      user_id: session?.user_id ?? '',
    })
    const params = { path: { channel_id } }
    const names = ['one', 'two', 'three']
    for (const name of names)
      await gatehouse.post('/channels/{channel_id}/webhooks', { params, body: { name } })
    const listed: { id: string; token: string; name: string }[] = []
    const init = { params: { ...params, query: { limit: 2 } } }
    for await (const webhook of paginate(gatehouse, '/channels/{channel_id}/webhooks', init))
      listed.push(webhook)
    expect(listed.map(({ name }) => name)).to.have.members(names)

    const [webhook = { id: '', token: '' }] = listed
    const signing_secret = 'a-secret-of-the-sender'
    const settings = { params: { path: { webhook_id: webhook.id } }, body: { signing_secret } }
    await gatehouse.patch('/webhooks/{webhook_id}/settings', settings)
    const body = pushText
    const post = (signature: Record<string, string>) =>
      fetch(webhookUrl(gatehouse.baseUrl, webhook, 'code-host'), {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-github-event': 'push', ...signature },
      })
    expect((await post({})).status).to.equal(401)
    expect((await post(await signatureHeader('code-host', signing_secret, body))).status).to.equal(204)
    const [message] = await gatehouse.get('/channels/{channel_id}/messages', { params })
    expect(message?.webhook_id).to.equal(webhook.id)
  })

  it('keeps its session between two clients with one token store', async () => {
    const tokenStore = memoryTokenStore()
    await register({ tokenStore })
    expect(await open({ tokenStore }).get('/auth/sessions/current')).to.include({ current: true })
  })
})
