import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { expect } from 'chai'
import { codeHost, makeWebhook, type Post, post, recordedPush, storedOf, type Target } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const minute = 60_000

describe('deduplication of deliveries', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService({ limitsScale: 1000 })
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const say = (options: Partial<Post> = {}) => post(service, { webhook, body: { text: 'hi' }, ...options })
  const push = (options: Partial<Post> = {}) =>
    post(service, { webhook, body: recordedPush(), ...codeHost('push'), ...options })
  const stored = () => storedOf(service, webhook)

  it('recognizes a repeated delivery id for 72 hours, whatever the payload', async () => {
    const head = codeHost('push', 'same')
    expect((await push(head)).result).to.equal('rendered')
    expect((await push({ ...head, wait: true })).message).to.equal(undefined)
    expect((await push(head)).result).to.equal('duplicate')
    expect((await push({ ...codeHost('ping', 'same'), body: {} })).result).to.equal('duplicate')
    service.clock.advance(72 * 60 * minute - 1)
    expect((await push(head)).result).to.equal('duplicate')
    service.clock.advance(1)
    expect((await push(head)).result).to.equal('rendered')
    expect((await stored()).messages).to.have.length(2)
  })

  it('recognizes a repeated delivery of an event that posts nothing', async () => {
    expect((await push({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('ignored:ping')
    expect((await push({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('duplicate')
    expect((await push(codeHost('push', 'quiet'))).result).to.equal('duplicate')
    service.clock.advance(72 * 60 * minute)
    expect((await push({ ...codeHost('ping', 'quiet'), body: {} })).result).to.equal('ignored:ping')
  })

  it('accepts one of fifty concurrent copies', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => push(codeHost('push', 'race'))))
    expect(responses.filter(({ result }) => result === 'rendered')).to.have.length(1)
    expect((await stored()).messages).to.have.length(1)
  })

  it('accepts a repeated delivery that could not be rendered before', async () => {
    const odd = { ...codeHost('issues', 'odd'), body: { action: 'opened', issue: {} } }
    for (const _ of [1, 2]) expect((await push(odd)).result).to.equal('unrenderable:issue.title')
    expect((await push(codeHost('push', 'odd'))).result).to.equal('rendered')
    expect((await push(odd)).result).to.equal('duplicate')
  })

  it('compares ids within one format only', async () => {
    expect((await push(codeHost('push', 'both'))).result).to.equal('rendered')
    const report = { format: Format.ERROR_TRACKER, headers: { 'request-id': 'both' } }
    const legacy = { message: 'x', url: 'https://t.test/' }
    expect((await push({ ...report, body: legacy })).result).to.equal('rendered')
  })

  it('accepts equal bodies of different events without an id', async () => {
    const action = (event: string) =>
      push({
        ...codeHost(event),
        body: { action: 'completed', check_run: { name: 'x' }, check_suite: {} },
      })
    expect((await action('check_run')).result).to.equal('rendered')
    expect((await action('check_suite')).result).to.equal('rendered')
    expect((await action('check_suite')).result).to.equal('duplicate')
  })

  it('recognizes an equal body without an id for one minute', async () => {
    expect((await push()).result).to.equal('rendered')
    expect((await push()).result).to.equal('duplicate')
    expect((await push({ body: { ...recordedPush(), compare: null } })).result).to.equal('rendered')
    service.clock.advance(minute)
    expect((await push()).result).to.equal('rendered')
  })

  it('compares deliveries of one webhook only, and never those of chat senders', async () => {
    const other = await makeWebhook(service)
    expect((await push(codeHost('push', 'fan-out'))).result).to.equal('rendered')
    expect((await push({ ...codeHost('push', 'fan-out'), webhook: other })).result).to.equal('rendered')
    const head = { headers: { 'x-github-delivery': 'x' } }
    expect([(await say(head)).result, (await say(head)).result]).to.deep.equal(['rendered', 'rendered'])
  })

  it('recognizes a delivery id of any length', async () => {
    const head = codeHost('push', 'x'.repeat(7000))
    expect([(await push(head)).result, (await push(head)).result]).to.deep.equal(['rendered', 'duplicate'])
  })
})
