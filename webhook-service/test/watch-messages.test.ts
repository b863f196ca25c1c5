import { on } from 'node:events'
import type { WatchMessagesResponse, WatchStart } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { streamReader } from '@gatehouse/webhook-service/stream/stream-reader'
import { trimStream } from '@gatehouse/webhook-service/stream/stream-trimmer'
import { messageWatch } from '@gatehouse/webhook-service/stream/watch-messages'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { makeWebhook, post, type Target } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

describe('the stream of messages', () => {
  let service: StartedService
  let redis: Redis
  let key: string
  let webhook: Target
  const open: { cancel(): void }[] = []
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    redis = new Redis(service.store.redisUrl)
    key = `${service.store.redisPrefix}messages`
  })
  after(async () => {
    redis.disconnect()
    await service.close()
  })
  beforeEach(async () => {
    await redis.del(key)
    webhook = await makeWebhook(service)
  })
  afterEach(() => {
    for (const stream of open.splice(0)) stream.cancel()
  })

  /** Posts a text; resolves when it is in the stream. */
  async function publish(text: string, target = webhook): Promise<void> {
    const before = await redis.xlen(key)
    await post(service, { webhook: target, body: { text } })
    while ((await redis.xlen(key)) === before);
  }

  function watch(start: Partial<WatchStart> = {}, more = 100) {
    const stream = service.webhooks.watchMessages()
    open.push(stream)
    stream.write({ part: { $case: 'start', value: { cursor: '0', guildIds: [], channelIds: [], ...start } } })
    if (more > 0) stream.write({ part: { $case: 'more', value: more } })
    const responses = on(stream, 'data')
    async function next(): Promise<NonNullable<WatchMessagesResponse['event']>> {
      const { value } = await responses.next()
      return value?.[0].event
    }
    return {
      next,
      more: (value: number) => stream.write({ part: { $case: 'more', value } }),
      /** The contents of the next messages, and the cursor of the last one. */
      async messages(count: number): Promise<{ texts: string[]; cursor: string }> {
        const texts: string[] = []
        let cursor = ''
        while (texts.length < count) {
          const event = await next()
          if (event.$case !== 'message') continue
          texts.push(JSON.parse(event.value.message).content)
          cursor = event.value.cursor
        }
        return { texts, cursor }
      },
    }
  }

  const errorOf = (start: Partial<WatchStart>) =>
    new Promise<string>((resolve) => {
      const stream = service.webhooks.watchMessages()
      open.push(stream)
      stream.on('error', (error) => resolve(error.message))
      stream.write({
        part: { $case: 'start', value: { cursor: '', guildIds: [], channelIds: [], ...start } },
      })
    })

  it('rejects an invalid cursor, and ids that are invalid or too many', async () => {
    for (const start of [{ cursor: 'x' }, { guildIds: ['01'] }, { channelIds: Array(1001).fill('1') }])
      expect(await errorOf(start)).to.match(/INVALID_FORM_BODY|invalid/i)
  })

  it('sends a heartbeat first, with a cursor that continues the stream', async () => {
    await publish('old')
    const first = await watch({ cursor: '' }).next()
    expect(first.$case).to.equal('heartbeat')
    await publish('new')
    const cursor = first.$case === 'heartbeat' ? first.value.cursor : ''
    expect((await watch({ cursor }).messages(1)).texts).to.deep.equal(['new'])
  })

  it('sends messages of the named guilds and channels only', async () => {
    const other = await makeWebhook(service)
    const third = await makeWebhook(service)
    await publish('one')
    await publish('two', other)
    await publish('three', third)
    await publish('end')
    const ofChannel = watch({ channelIds: [webhook.channelId] })
    expect((await ofChannel.messages(2)).texts).to.deep.equal(['one', 'end'])
    const ofBoth = watch({ channelIds: [webhook.channelId], guildIds: [other.guildId] })
    expect((await ofBoth.messages(3)).texts).to.deep.equal(['one', 'two', 'end'])
  })

  it('resumes after the cursor without a gap, also after the caller was away', async () => {
    await publish('one')
    const { cursor } = await watch().messages(1)
    open.splice(0).map((stream) => stream.cancel())
    for (const text of ['two', 'three']) await publish(text)
    const resumed = watch({ cursor })
    expect((await resumed.messages(2)).texts).to.deep.equal(['two', 'three'])
    await publish('four')
    expect((await resumed.messages(1)).texts).to.deep.equal(['four'])
  })

  it('reports a gap if entries after the cursor were trimmed', async () => {
    for (const text of ['one', 'two', 'three']) await publish(text)
    const { cursor } = await watch().messages(1)
    await redis.xtrim(key, 'MAXLEN', 1)
    const resumed = watch({ cursor })
    expect((await resumed.next()).$case).to.equal('gap')
    expect((await resumed.messages(1)).texts).to.deep.equal(['three'])
  })

  it('sends no more messages than the caller asked for', async () => {
    for (const text of ['one', 'two', 'three']) await publish(text)
    const slow = watch({}, 1)
    expect((await slow.messages(1)).texts).to.deep.equal(['one'])
    let isSent = false
    const rest = slow.messages(2).then((found) => {
      isSent = true
      return found
    })
    // Another caller reads everything meanwhile.
    await watch().messages(3)
    expect(isSent).to.equal(false)
    slow.more(2)
    expect((await rest).texts).to.deep.equal(['two', 'three'])
  })

  it('limits the number of callers, also of those that send nothing', async () => {
    const reader = streamReader(redis, key)
    const { watch: watchOne } = messageWatch({ reader, maxWatchers: 1 })
    const begin = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const call = () => ({
      messages: (async function* () {
        await begin.promise
        yield { part: { $case: 'start' as const, value: { cursor: '', guildIds: [], channelIds: [] } } }
        await end.promise
      })(),
      send: () => {},
    })
    const first = watchOne(call())
    expect((await rejected(watchOne(call()))).code).to.equal('SERVICE_UNAVAILABLE')
    begin.resolve()
    expect((await rejected(watchOne(call()))).code).to.equal('SERVICE_UNAVAILABLE')
    end.resolve()
    await first
    await watchOne(call())
  })

  it('ends a call that sends no request in time', async () => {
    const { watch: watchOne } = messageWatch({ reader: streamReader(redis, key), startMs: 20 })
    const messages = (async function* () {
      yield await new Promise<never>(() => {})
    })()
    expect(
      (await rejected(watchOne({ messages, send: () => {} }))).fields.map(({ path }) => path),
    ).to.deep.equal(['start'])
  })

  describe('trimmed', () => {
    const hour = 3_600_000
    const ages = { minAgeMs: hour, maxAgeMs: 24 * hour }
    /** Entries so many hours before the newest one, and the ids that a trim leaves. */
    async function trimmed(...hours: number[]): Promise<number[]> {
      await trimStream(redis, streamReader(redis, key), { key, ...ages })
      const left = await redis.xrange(key, '-', '+')
      return hours.filter((age) => left.some(([id]) => id === idOf(age)))
    }
    const newest = 1_900_000_000_000
    const idOf = (hoursBefore: number) => `${newest - hoursBefore * hour}-0`
    // `~` removes whole nodes of a stream only.
    const filler = ['filler', 'x'.repeat(5000)]
    async function add(...hours: number[]): Promise<void> {
      for (const age of hours) {
        for (let index = 1; index < 110; index += 1)
          await redis.xadd(key, `${newest - age * hour - 200 + index}-0`, ...filler)
        await redis.xadd(key, idOf(age), ...filler)
      }
    }

    it('keeps younger entries than the minimum age', async () => {
      await add(30, 2, 0.5, 0)
      expect(await trimmed(30, 2, 0.5, 0)).to.deep.equal([0.5, 0])
    })

    it('keeps entries that a group has not acknowledged, up to the maximum age', async () => {
      await add(30, 5, 2, 0)
      await redis.xgroup('CREATE', key, 'slow', idOf(5))
      await redis.xgroup('CREATE', key, 'fast', '$')
      expect(await trimmed(30, 5, 2, 0)).to.deep.equal([5, 2, 0])
      await redis.xgroup('SETID', key, 'slow', '0')
      expect(await trimmed(30, 5, 2, 0)).to.deep.equal([5, 2, 0])
    })

    it('keeps entries that were read but not acknowledged', async () => {
      await add(5, 2, 0)
      await redis.xgroup('CREATE', key, 'group', '0')
      await redis.xreadgroup('GROUP', 'group', 'one', 'COUNT', 1, 'STREAMS', key, '>')
      await redis.xgroup('SETID', key, 'group', '$')
      expect(await trimmed(5, 2, 0)).to.deep.equal([5, 2, 0])
    })

    it('ignores a stream that does not exist', async () => {
      await trimStream(redis, streamReader(redis, key), { key, ...ages })
      expect(await redis.exists(key)).to.equal(0)
    })
  })

  it('has metrics of its length and of each group', async () => {
    await publish('one')
    await redis.xgroup('CREATE', key, 'consumers', '0')
    const text = await (await fetch(`http://${service.opsAddress}/metrics`)).text()
    expect(text).to.match(/^gatehouse_message_stream_entries 1$/m)
    expect(text).to.match(/^gatehouse_message_stream_lag\{group="consumers"\} 1$/m)
  })
})
