import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { errorTracker } from './error-tracking.ts'
import { codeHost, makeWebhook, type Post, post, set, storedOf, type Target } from './executing.ts'
import { secrets } from './fixtures/error-tracker/payload-parts.ts'
import { errorTrackerPayloads, resourceNames } from './fixtures/error-tracker/payloads.ts'
import { type StartedService, startService } from './started-service.ts'

const second = 1000
const issue = errorTrackerPayloads.issueCreated
const names = Object.keys(errorTrackerPayloads) as (keyof typeof errorTrackerPayloads)[]

describe('Webhooks.Execute for an error tracker', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const report = (resource: string, body: unknown, options: Partial<Post> & { id?: string } = {}) =>
    post(service, { webhook, body, ...errorTracker(resource, options.id), ...options })
  const counts = async () => {
    const { messages, deliveries } = await storedOf(service, webhook)
    return [messages.length, deliveries.length]
  }

  it('posts an issue with its source', async () => {
    const { result, message = expect.fail() } = await report('issue', issue, { id: 'r-1', wait: true })
    expect(result).to.equal('rendered')
    expect(message.source).to.deep.equal({
      format: 'error-tracker',
      event: 'issue',
      action: 'created',
      sender_delivery_id: 'r-1',
    })
    expect(message.embeds[0]?.title).to.match(/^\[Lamp\] LAMP-7X TypeError/)
    expect(message).to.deep.include({ content: '', mentions: [], mention_everyone: false })
  })

  it('returns and stores the result for every resource', async () => {
    const results: Record<string, string> = {}
    for (const name of names)
      results[name] = (await report(resourceNames[name], errorTrackerPayloads[name])).result
    expect(results).to.deep.equal({
      issueCreated: 'rendered',
      issueResolved: 'rendered',
      issueAssigned: 'rendered',
      issueArchived: 'rendered',
      issueUnresolved: 'rendered',
      eventAlert: 'rendered',
      error: 'ignored:error.created',
      metricAlert: 'rendered',
      comment: 'rendered',
      installation: 'ignored:installation',
      feedback: 'rendered',
      uptimeAlert: 'rendered',
      activityAlert: 'rendered',
      seerSolution: 'ignored:seer.solution_completed',
      seerRootCause: 'ignored:seer.root_cause_completed',
      seerPullRequest: 'ignored:seer.pr_created',
      preprodArtifact: 'ignored:preprod_artifact',
      legacy: 'rendered',
    })
    expect(await counts()).to.deep.equal([12, 6])
  })

  it('stores no personal data', async () => {
    for (const name of names) await report(resourceNames[name], errorTrackerPayloads[name])
    for (const collection of ['messages', 'deliveries']) {
      const all = JSON.stringify(await service.connection.collection(collection).find().toArray())
      for (const secret of secrets) expect(all).to.not.include(secret)
    }
  })

  it('infers the resource from the body or the alternative header', async () => {
    const result = async (headers: Record<string, string>, body: unknown) =>
      (await report('', body, { headers, dryRun: true })).result
    expect(await result({}, errorTrackerPayloads.metricAlert)).to.equal('rendered')
    expect(await result({ 'x-sentry-event': 'created' }, issue)).to.equal('rendered')
    expect(await result({ 'x-sentry-event': 'comment' }, errorTrackerPayloads.comment)).to.equal('rendered')
    expect(await result({ 'sentry-hook-resource': 'replay' }, issue)).to.equal('ignored:replay')
  })

  it('accepts an empty object, an empty body, and forms', async () => {
    expect((await report('', {})).result).to.equal('ignored:unknown')
    expect((await report('', '')).result).to.equal('ignored:unknown')
    expect((await report('issue', ' {}')).result).to.equal('unrenderable:action')
    const form = new URLSearchParams({ payload: JSON.stringify(issue) }).toString()
    const contentType = 'application/x-www-form-urlencoded'
    expect((await report('issue', form, { contentType })).result).to.equal('rendered')
  })

  it('accepts a body of 1 MiB and renders it in the thread', async () => {
    const large = { ...errorTrackerPayloads.eventAlert, padding: '' }
    large.padding = 'x'.repeat(1024 * 1024 - JSON.stringify(large).length)
    const body = JSON.stringify(large)
    expect(body).to.have.length(1024 * 1024)
    expect((await report('event_alert', body)).result).to.equal('rendered')
  })

  describe('invalid requests', () => {
    for (const [what, body, code] of [
      ['more than 1 MiB', `${' '.repeat(1024 * 1024)}{}`, 'PAYLOAD_TOO_LARGE'],
      ['what is no JSON', '{"data":', 'MALFORMED_JSON'],
      ['what is no object', '[]', 'INVALID_FORM_BODY'],
      ['text', '"issue"', 'INVALID_FORM_BODY'],
      ['null', 'null', 'INVALID_FORM_BODY'],
      ['depth', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, 'MALFORMED_JSON'],
    ] as const)
      it(what, async () => {
        expect((await rejected(report('issue', body))).code).to.equal(code)
        expect(await counts()).to.deep.equal([0, 0])
      })

    it('rejects other content types and encodings', async () => {
      for (const options of [{ contentType: 'application/xml' }, { contentEncoding: 'zstd' }])
        expect((await rejected(report('issue', issue, options))).code).to.equal('UNSUPPORTED_MEDIA_TYPE')
    })

    it('rejects a wrong token like an unknown webhook', async () => {
      const wrong = { ...webhook, token: `${webhook.token.slice(0, -1)}!` }
      expect((await rejected(report('issue', issue, { webhook: wrong }))).code).to.equal('UNKNOWN_WEBHOOK')
    })
  })

  describe('deduplication', () => {
    it('recognizes a repeated id for 72 hours, at the same webhook only', async () => {
      const again = async (to: Target = webhook) =>
        (await report('issue', issue, { id: 'r-1', webhook: to })).result
      expect([await again(), await again()]).to.deep.equal(['rendered', 'duplicate'])
      expect(await again(await makeWebhook(service))).to.equal('rendered')
      service.clock.advance(72 * 3600 * second)
      expect(await again()).to.equal('rendered')
    })

    it('recognizes an equal body without an id for one minute', async () => {
      const again = async (body: unknown = errorTrackerPayloads.legacy) => (await report('', body)).result
      expect([await again(), await again()]).to.deep.equal(['rendered', 'duplicate'])
      expect(await again({ ...errorTrackerPayloads.legacy, id: '2' })).to.equal('rendered')
      service.clock.advance(60 * second)
      expect(await again()).to.equal('rendered')
    })

    it('accepts repeated deliveries if the settings disable deduplication', async () => {
      await set(service, webhook, { deduplicate: false })
      const again = async (id: string) => (await report('issue', issue, { id })).result
      for (const id of ['r-1', 'r-1', '', '']) expect(await again(id)).to.equal('rendered')
      const push = { ref: 'refs/heads/main', commits: [{ id: 'a1', message: 'x' }] }
      for (const _ of [1, 2])
        expect((await post(service, { webhook, body: push, ...codeHost('push', 'd') })).result).to.equal(
          'rendered',
        )
    })

    it('does not count a dry run as a delivery', async () => {
      const dry = await report('issue', issue, { id: 'r-1', dryRun: true })
      expect(dry.result).to.equal('rendered')
      expect(dry.message?.embeds).to.have.length(1)
      expect(await counts()).to.deep.equal([0, 0])
      expect((await report('issue', issue, { id: 'r-1' })).result).to.equal('rendered')
    })
  })
})

describe('the limits of Webhooks.Execute for an error tracker', () => {
  it('are shared with those of code hosts', async () => {
    const service = await startService()
    try {
      const webhook = await makeWebhook(service)
      const body = { ref: 'v1', url: 'https://tracker.example.com/1', message: 'Boom' }
      const report = (index: number) =>
        post(service, { webhook, body: { ...body, message: `Boom ${index}` }, ...errorTracker('') })
      const create = (index: number) => post(service, { webhook, body, ...codeHost('create', `${index}`) })
      for (let count = 0; count < 100; count += 1) {
        expect((await report(count)).result).to.equal('rendered')
        expect((await create(count)).result).to.equal('rendered')
      }
      for (const ask of [() => report(100), () => create(100)]) {
        const limited = await rejected(ask())
        expect([limited.code, limited.rateLimit?.limit]).to.deep.equal(['RATE_LIMITED', 200])
      }
      const chat = await post(service, { webhook, body: { text: 'hi' } })
      expect(chat.result).to.equal('rendered')
    } finally {
      await service.close()
    }
  })
})
