import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { messageJson } from '@gatehouse/service-kit/messages/message-json'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { freshId, makeChannel } from '../../guild-directory/test/fixtures.ts'
import {
  changing,
  codeHost,
  makeWebhook,
  post,
  readStream,
  recordedPush,
  set,
  type Target,
} from './executing.ts'
import { actor, asManager, client, type StartedService, startService } from './started-service.ts'

describe('messages with the token of their webhook', () => {
  let service: StartedService
  let redis: Redis
  let webhook: Target
  let id: string
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    redis = new Redis(service.config.redisUrl)
  })
  after(async () => {
    redis.disconnect()
    await service.close()
  })
  beforeEach(async () => {
    webhook = await makeWebhook(service)
    id = await say({ content: 'One', embeds: [{ title: 'Card' }] })
  })

  const say = async (body: unknown) => {
    const { message } = await post(service, { webhook, format: Format.NATIVE, body, wait: true })
    return message?.id ?? ''
  }
  const reference = (messageId = id, target: Pick<Target, 'id' | 'token'> = webhook) => ({
    webhook: { id: target.id, token: target.token, client: client('203.0.113.1') },
    messageId,
  })
  const edit = async (change: unknown, request = reference()) => {
    const { message } = await service.webhooks.editMessage({ ...request, editJson: JSON.stringify(change) })
    return messageJson(message ?? expect.fail())
  }
  const get = async (request = reference()) =>
    messageJson((await service.webhooks.getMessage(request)).message ?? expect.fail())
  const remove = (request = reference()) => service.webhooks.deleteMessage(request)
  const listed = async () => {
    const page = { channelId: webhook.channelId, pageSize: 10, pageToken: '' }
    const { messages } = await service.webhooks.listMessages({ actor: actor(webhook.owner), ...page })
    return messages.map(({ content }) => content)
  }
  const published = async (count: number) => {
    const entries: Record<string, string>[] = []
    for (let total = count; entries.length < count; total += 1) {
      const all = await readStream(redis, service.config.redisPrefix, total)
      entries.splice(0, entries.length, ...all.filter(({ channel_id }) => channel_id === webhook.channelId))
    }
    return entries
  }
  const codeOf = async (promise: Promise<unknown>) => (await rejected(promise)).code

  it('changes only the given fields and the time of the edit', async () => {
    const before = await get()
    expect(before.edited_timestamp).to.equal(null)
    service.clock.advance(1000)
    const edited = await edit({ content: 'Two <@7>', allowed_mentions: { parse: ['users'] } })
    const now = new Date(service.clock.now()).toISOString()
    expect(edited).to.deep.equal({ ...before, content: 'Two <@7>', mentions: ['7'], edited_timestamp: now })
    expect(await get()).to.deep.equal(edited)
    expect(await edit({ embeds: [] })).to.deep.include({ content: 'Two <@7>', embeds: [], mentions: ['7'] })
    expect(await edit({ content: 'Three' })).to.deep.include({ mentions: [] })
    expect(await listed()).to.deep.equal(['Three'])
  })

  it('edits and deletes messages of other formats, which stay duplicates', async () => {
    const push = { webhook, body: recordedPush(), ...codeHost('push', 'd-1'), wait: true }
    const { message } = await post(service, push)
    const own = reference(message?.id)
    expect((await edit({ content: 'Seen' }, own)).source).to.include({ format: 'code-host' })
    await remove(own)
    expect((await post(service, push)).result).to.equal('duplicate')
  })

  it('publishes each change in order', async () => {
    await edit({ content: 'Two' })
    await edit({ content: 'Three' })
    await remove()
    const entries = (await published(4)).map(({ id, type, message = '' }) => [
      id,
      type,
      JSON.parse(message).content,
    ])
    expect(entries).to.deep.equal([
      [id, 'created', 'One'],
      [id, 'updated', 'Two'],
      [id, 'updated', 'Three'],
      [id, 'deleted', ''],
    ])
  })

  it('applies and publishes concurrent changes', async () => {
    await Promise.all([edit({ content: 'Two' }), edit({ embeds: [] }), edit({ content: 'Two' })])
    expect(await get()).to.deep.include({ content: 'Two', embeds: [] })
    expect((await published(4)).map(({ type }) => type)).to.deep.equal([
      'created',
      ...Array(3).fill('updated'),
    ])
  })

  it('lets one of two concurrent changes empty a message, not both', async () => {
    const results = await Promise.allSettled([edit({ content: '' }), edit({ embeds: [] })])
    expect(results.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
    const { content, embeds } = await get()
    expect(content !== '' || embeds.length > 0).to.equal(true)
  })

  it('deletes a message once, and stores nothing of its text', async () => {
    await remove()
    for (const attempt of [remove, get, () => edit({ content: 'Two' })])
      expect(await codeOf(attempt())).to.equal('UNKNOWN_MESSAGE')
    expect(await listed()).to.deep.equal([])
    const stored = await service.connection
      .collection<{ _id: string }>('messages')
      .findOne({ _id: toSortable(id) })
    expect(stored).to.deep.include({ content: '', embeds: [], change: 'deleted' })
  })

  it('rejects invalid changes', async () => {
    for (const change of [
      { content: '', embeds: [] },
      { content: ' ', embeds: null },
    ])
      expect(await codeOf(edit(change))).to.equal('CANNOT_SEND_EMPTY_MESSAGE')
    const long = { title: 'a', url: `https://a.example/${'a'.repeat(2000)}` }
    const tooLong = await rejected(edit({ embeds: [long, long, long, long, long] }))
    expect(tooLong.fields.map(({ path, message }) => `${path}: ${message}`)).to.deep.equal([
      'embeds: All embeds together may contain at most 8192 bytes of URLs, with avatar_url.',
    ])
    const invalid = await rejected(edit({ content: 'a'.repeat(2001), embeds: [{ color: -1 }] }))
    expect(invalid.fields.map(({ path }) => path)).to.deep.equal(['content', 'embeds.0.color'])
    for (const [editJson, code] of [
      ['[]', 'INVALID_FORM_BODY'],
      ['{', 'MALFORMED_JSON'],
    ])
      expect(
        await codeOf(service.webhooks.editMessage({ ...reference(), editJson: editJson ?? '' })),
      ).to.equal(code)
    expect(await get()).to.deep.include({ content: 'One', edited_timestamp: null })
  })

  it('rejects wrong tokens and messages of other webhooks', async () => {
    const wrong = { ...webhook, token: `ghw_${'A'.repeat(43)}` }
    expect(await codeOf(get(reference(id, wrong)))).to.equal('UNKNOWN_WEBHOOK')
    expect(await codeOf(edit({ content: 'x' }, reference(id, wrong)))).to.equal('UNKNOWN_WEBHOOK')
    expect(await codeOf(remove(reference(id, wrong)))).to.equal('UNKNOWN_WEBHOOK')
    const other = await makeWebhook(service)
    expect(await codeOf(get(reference(id, other)))).to.equal('UNKNOWN_MESSAGE')
    expect(await codeOf(remove(reference(id, other)))).to.equal('UNKNOWN_MESSAGE')
    for (const unknown of [freshId(), '', 'x'])
      expect(await codeOf(get(reference(unknown)))).to.equal('UNKNOWN_MESSAGE')
    expect((await get()).content).to.equal('One')
  })

  it('rejects messages in the channel that the webhook was moved from', async () => {
    const channelId = await makeChannel(service, webhook.guildId)
    await service.webhooks.update({ ...asManager(webhook.owner), id: webhook.id, ...changing({ channelId }) })
    expect(await codeOf(get())).to.equal('UNKNOWN_MESSAGE')
    expect(await codeOf(edit({ content: 'Two' }))).to.equal('UNKNOWN_MESSAGE')
  })

  it('edits no message of a webhook that does not allow native ones', async () => {
    await set(service, webhook, { allowedFormats: [Format.CODE_HOST] })
    expect(await codeOf(edit({ content: 'Two' }))).to.equal('FORMAT_NOT_ALLOWED')
    expect((await get()).content).to.equal('One')
    await remove()
  })

  it('only reads messages in an archived channel', async () => {
    const { channel } = await service.guilds.getChannel({ id: webhook.channelId })
    await service.guilds.putChannel({ channel: channel && { ...channel, archived: true } })
    expect((await get()).content).to.equal('One')
    expect(await codeOf(edit({ content: 'Two' }))).to.equal('CHANNEL_ARCHIVED')
    expect(await codeOf(remove())).to.equal('CHANNEL_ARCHIVED')
  })

  it('rejects a change while the last one cannot be published', async () => {
    const documents = service.connection.collection<{ _id: string }>('messages')
    await edit({ content: 'Two' })
    const isPublished = { _id: toSortable(id), change: 'updated', 'outbox.state': 'published' }
    await until(async () => (await documents.findOne(isPublished)) !== null)
    // As if a replica that hangs had leased it.
    const outbox = { state: 'pending', owner: 'other', leaseUntil: service.clock.now() + 60_000 }
    await documents.updateOne({ _id: toSortable(id) }, { $set: { outbox } })
    expect(await codeOf(edit({ content: 'Three' }))).to.equal('SERVICE_UNAVAILABLE')
    expect((await get()).content).to.equal('Two')
    service.clock.advance(60_000)
    const types = (await published(3)).map(({ type, message = '' }) => [type, JSON.parse(message).content])
    expect(types.at(-1)).to.deep.equal(['updated', 'Two'])
  })
})
