import { gzipSync } from 'node:zlib'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { errorTracker, signed } from './error-tracking.ts'
import { codeHost, makeWebhook, type Post, post, set, storedOf, type Target } from './executing.ts'
import { largePush } from './fixtures/code-host/example-payloads.ts'
import { errorTrackerPayloads } from './fixtures/error-tracker/payloads.ts'
import { type StartedService, startService } from './started-service.ts'

const secret = "It's a Secret to Everybody"
const body = JSON.stringify({ ref: 'refs/heads/main', commits: [{ id: 'a1', message: 'x' }] })
const minute = 60_000

describe('a webhook with a signing secret', () => {
  const logged = logLines()
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 }, { log: logged.log })
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
    await set(service, webhook, { signingSecret: secret })
  })

  const stored = async () => {
    const { messages, deliveries } = await storedOf(service, webhook)
    return messages.length + deliveries.length
  }
  const push = (signature: string | null, options: Partial<Post> = {}) => {
    const { headers, format } = codeHost('push', 'one')
    if (signature !== null) headers['x-hub-signature-256'] = signature
    return post(service, { webhook, body, format, headers, ...options })
  }
  const report = (headers: Record<string, string>) =>
    post(service, { webhook, body, ...errorTracker('installation', '', headers) })
  const rejectedMessage = async (response: Promise<unknown>) => {
    const error = await rejected(response)
    expect(error.code).to.equal('INVALID_SIGNATURE')
    expect(error.rateLimit, 'has the rate limit').to.be.an('object')
    return error.message
  }

  it('accepts a signed body in chunks of any size', async () => {
    const signature = `sha256=${signed(secret, body)}`
    expect((await push(signature)).result).to.equal('rendered')
    const { headers } = codeHost('push', 'two')
    headers['x-hub-signature-256'] = signature
    expect((await push(null, { headers, chunkBytes: 1 })).result).to.equal('rendered')
  })

  it('accepts a signature of the inflated bytes', async () => {
    const signature = `sha256=${signed(secret, body)}`
    const packed = gzipSync(body)
    const gzip = { body: packed, contentEncoding: 'gzip' }
    expect((await push(signature, gzip)).result).to.equal('rendered')
    await rejectedMessage(push(`sha256=${signed(secret, packed)}`, gzip))
  })

  it('accepts a signature of a form, and of unusual JSON bytes', async () => {
    const form = new URLSearchParams({ payload: body }).toString()
    const contentType = 'application/x-www-form-urlencoded'
    expect((await push(`sha256=${signed(secret, form)}`, { body: form, contentType })).result).to.equal(
      'rendered',
    )
    await rejectedMessage(push(`sha256=${signed(secret, body)}`, { body: form, contentType }))
    const odd = Buffer.concat([Buffer.from('{ "a" : 1.0, "x":"'), Buffer.from([0xff]), Buffer.from('"}\r\n')])
    const { headers } = codeHost('ping', 'odd')
    headers['x-hub-signature-256'] = `sha256=${signed(secret, odd)}`
    expect((await push(null, { headers, body: odd })).result).to.equal('ignored:ping')
  })

  it('accepts a signed body of 20 MiB', async () => {
    const large = largePush(20 * 1024 * 1024)
    expect((await push(`sha256=${signed(secret, large)}`, { body: large })).result).to.equal('rendered')
  })

  it('rejects every other post, stores nothing, and accepts a correct redelivery', async () => {
    await rejectedMessage(push(null))
    await rejectedMessage(push('sha256='))
    await rejectedMessage(push(`sha256=${signed('another secret here', body)}`))
    await rejectedMessage(push(`sha256=${signed(secret, `${body} `)}`))
    await rejectedMessage(push(`sha256=${'0'.repeat(64)}`))
    const sha1 = { ...codeHost('push', 'one').headers, 'x-hub-signature': `sha1=${'0'.repeat(40)}` }
    await rejectedMessage(push(null, { headers: sha1 }))
    expect(await stored()).to.equal(0)
    expect((await push(`sha256=${signed(secret, body)}`)).result).to.equal('rendered')
  })

  it('rejects an unsigned body before it is read', async () => {
    await rejectedMessage(push(null, { body: '{"broken' }))
    await rejectedMessage(push(`sha256=${'0'.repeat(64)}`, { body: '{"broken' }))
    await rejectedMessage(push(null, { dryRun: true }))
    expect(await stored()).to.equal(0)
  })

  it('reports and logs the header and the versions of the secrets, but no value', async () => {
    const wrong = signed('another secret here', body)
    await set(service, webhook, { signingSecret: 'the second secret', signingSecretGraceSeconds: 60 })
    logged.lines.length = 0
    const message = await rejectedMessage(push(`sha256=${wrong}`))
    expect(message).to.equal(
      'X-Hub-Signature-256 does not match any valid secret (version 2; version 1, in its grace period).',
    )
    const [line] = logged.lines.filter(({ msg }) => msg === 'signature rejected')
    expect(line).to.include({ webhook_id: webhook.id, reason: message })
    for (const value of [secret, 'the second secret', wrong, signed(secret, body)])
      expect(logged.text()).to.not.include(value)
  })

  it('accepts the previous secret until its grace period ends', async () => {
    await set(service, webhook, { signingSecret: 'the second secret', signingSecretGraceSeconds: 60 })
    const signedWith = (key: string, id: string) => {
      const { headers } = codeHost('push', id)
      headers['x-hub-signature-256'] = `sha256=${signed(key, body)}`
      return push(null, { headers })
    }
    expect((await signedWith('the second secret', 'a')).result).to.equal('rendered')
    expect((await signedWith(secret, 'b')).result).to.equal('rendered')
    service.clock.advance(minute)
    await rejectedMessage(signedWith(secret, 'c'))
    expect((await signedWith('the second secret', 'd')).result).to.equal('rendered')
  })

  it('accepts unsigned posts after the secret is removed', async () => {
    await set(service, webhook, { signingSecret: null })
    expect((await push(null)).result).to.equal('rendered')
  })

  it('accepts unsigned posts in formats without signatures', async () => {
    const chat = { webhook, format: Format.CHAT_COMPAT, body: { text: 'hi' } }
    expect((await post(service, chat)).result).to.equal('rendered')
  })

  describe('of an error tracker', () => {
    const seconds = () => String(service.clock.now() / 1000)

    it('accepts either header in plain hex', async () => {
      const hex = signed(secret, body)
      expect((await report({ 'sentry-hook-signature': hex })).result).to.equal('ignored:installation')
      service.clock.advance(2 * minute)
      expect((await report({ 'sentry-app-signature': hex })).result).to.equal('ignored:installation')
    })

    it('rejects a missing signature, a wrong one, and that of a code host', async () => {
      expect(await rejectedMessage(report({}))).to.include('Sentry-Hook-Signature or Sentry-App-Signature')
      await rejectedMessage(report({ 'sentry-hook-signature': signed('another secret here', body) }))
      await rejectedMessage(report({ 'x-hub-signature-256': `sha256=${signed(secret, body)}` }))
      expect(await stored()).to.equal(0)
    })

    it('checks the timestamp only if a tolerance is set', async () => {
      const hex = signed(secret, body)
      const old = { 'sentry-hook-signature': hex, 'sentry-hook-timestamp': '1' }
      expect((await report(old)).result).to.equal('ignored:installation')
      await set(service, webhook, { signatureToleranceSeconds: 300 })
      expect(await rejectedMessage(report(old))).to.include('Sentry-Hook-Timestamp')
      await rejectedMessage(report({ 'sentry-hook-signature': hex }))
      const timely = { ...old, 'sentry-hook-timestamp': seconds() }
      expect((await report(timely)).result).to.equal('duplicate')
    })

    it('does not check the timestamp without a secret', async () => {
      await set(service, webhook, { signingSecret: null, signatureToleranceSeconds: 300 })
      const response = await post(service, {
        webhook,
        body: errorTrackerPayloads.issueCreated,
        ...errorTracker('issue'),
      })
      expect(response.result).to.equal('rendered')
    })
  })
})
