import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { codeHost, makeWebhook, post, type Target } from './executing.ts'
import { asManager, type StartedService, startService } from './started-service.ts'

describe('the rate limits of Webhooks.Execute', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const say = (target = webhook) => post(service, { webhook: target, body: { text: 'hi' } })
  const send = (event: string, index: number) =>
    post(service, { webhook, body: { zen: 'x', ref: 'v1' }, ...codeHost(event, `${event}${index}`) })
  const many = (event: string, count: number, from = 0) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(event, from + index)))

  it('allow 60 chat executions a minute and return their state', async () => {
    const states = []
    for (let count = 0; count < 60; count += 1) states.push((await say()).rateLimit)
    expect(states[0]).to.include({
      bucket: 'webhook:execute',
      limit: 60,
      remaining: 59,
      retryDelay: undefined,
    })
    expect(states[59]?.remaining).to.equal(0)
    const error = await rejected(say())
    expect(error.code).to.equal('RATE_LIMITED')
    expect(error.data).to.deep.equal({ retry_after: 1, global: false })
    expect(error.rateLimit).to.include({ bucket: 'webhook:execute', remaining: 0, retryAfter: 1 })
    service.clock.advance(1000)
    expect((await say()).result).to.equal('rendered')
  })

  it('allow 200 messages of a code host a minute in addition', async () => {
    const results = await many('create', 200)
    expect(new Set(results.map(({ result }) => result))).to.deep.equal(new Set(['rendered']))
    expect((await rejected(send('create', 200))).rateLimit).to.include({
      bucket: 'webhook:code-host',
      limit: 200,
      remaining: 0,
    })
    expect((await say()).result).to.equal('rendered')
    expect((await send('ping', 0)).rateLimit?.bucket).to.equal('webhook:unposted')
  })

  it('count events that post nothing in a bucket of their own', async () => {
    const results = await many('ping', 1000)
    expect(new Set(results.map(({ result }) => result))).to.deep.equal(new Set(['ignored:ping']))
    expect((await rejected(send('ping', 1000))).rateLimit).to.include({
      bucket: 'webhook:unposted',
      limit: 1000,
    })
    // The merge that follows a busy run.
    expect((await send('create', 0)).result).to.equal('rendered')
    expect((await send('create', 1)).rateLimit).to.include({ bucket: 'webhook:code-host', remaining: 198 })
  })

  it('bound the events of both kinds before they are read', async () => {
    await many('ping', 1000)
    await Promise.allSettled(Array.from({ length: 200 }, (_, index) => send('ping', 1000 + index)))
    expect((await rejected(send('create', 0))).rateLimit).to.include({ bucket: 'webhook:event', limit: 1200 })
    service.clock.advance(60_000)
    expect((await send('create', 0)).result).to.equal('rendered')
  })

  it('allow 300 executions a minute in a channel over all its webhooks', async () => {
    const { guild } = await service.guilds.getGuild({ id: webhook.guildId })
    const make = async () => {
      const request = { ...asManager(guild?.ownerId ?? ''), channelId: webhook.channelId, name: 'More' }
      const { webhook: made } = await service.webhooks.create(request)
      return { ...webhook, id: made?.id ?? '', token: made?.token ?? '' }
    }
    const others = await Promise.all(Array.from({ length: 5 }, make))
    await Promise.all(others.flatMap((target) => Array.from({ length: 60 }, () => say(target))))
    expect((await rejected(say())).rateLimit).to.include({ bucket: 'channel:execute', limit: 300 })
  })

  it('count dry runs and rejected bodies', async () => {
    for (let count = 0; count < 59; count += 1) await rejected(post(service, { webhook, body: {} }))
    expect(
      (await post(service, { webhook, body: { text: 'x' }, dryRun: true })).rateLimit?.remaining,
    ).to.equal(0)
    expect((await rejected(say())).code).to.equal('RATE_LIMITED')
  })

  it('reject the eleventh wrong token of an address, but never a correct one', async () => {
    const wrong = (address: string) =>
      rejected(post(service, { webhook: { ...webhook, token: 'no' }, body: {}, address }))
    for (let count = 0; count < 10; count += 1)
      expect((await wrong('192.0.2.7')).code).to.equal('UNKNOWN_WEBHOOK')
    expect((await wrong('192.0.2.7')).code).to.equal('RATE_LIMITED')
    expect((await wrong('192.0.2.8')).code).to.equal('UNKNOWN_WEBHOOK')
    expect((await post(service, { webhook, body: { text: 'x' }, address: '192.0.2.7' })).result).to.equal(
      'rendered',
    )
  })
})
