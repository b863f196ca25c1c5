import { pipeline } from 'node:stream/promises'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { avatarStore } from '@gatehouse/webhook-service/avatars/avatar-store'
import { cleanAvatar } from '@gatehouse/webhook-service/avatars/read-avatar'
import { expect } from 'chai'
import mongoose from 'mongoose'
import sharp from 'sharp'
import { makeGuild } from '../../guild-directory/test/fixtures.ts'
import { makeWebhook, post, type Target } from './executing.ts'
import { asManager, client, type StartedService, startService } from './started-service.ts'

const minute = 60_000

describe('avatars of webhooks', () => {
  let service: StartedService
  let webhook: Target
  let red: string
  let blue: string
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    red = await image('red')
    blue = await image('blue')
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const store = () =>
    avatarStore({
      connection: service.connection,
      inTransaction: transactions(service.connection),
      clock: fakeClock(service.clock.now()),
    })
  const change = async (avatar: string | null) => {
    const update = { update: { avatar: avatar ?? undefined }, updateMask: maskOf({ avatar }) }
    const { webhook: changed } = await service.webhooks.update({
      ...asManager(webhook.owner),
      id: webhook.id,
      ...update,
    })
    return changed?.avatar
  }
  const filesOf = (id = webhook.id) =>
    service.connection.collection('avatars.files').countDocuments({ filename: { $regex: `^${id}/` } })
  const sweptFiles = async (afterMs = 11 * minute) => {
    await store().sweep(service.clock.now() + afterMs)
    return filesOf()
  }

  it('are stored, replaced and removed', async () => {
    const first = await change(red)
    expect(first).to.match(/^[0-9a-f]{32}$/)
    expect(await store().find(webhook.id, first ?? '')).to.deep.include({ contentType: 'image/png' })
    const second = await change(blue)
    expect(second)
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(first)
    expect(await change(null)).to.equal(undefined)
    expect(await sweptFiles()).to.equal(0)
  })

  it('are set with the token and at creation, and shown with messages', async () => {
    const reference = { id: webhook.id, token: webhook.token, client: client('203.0.113.1') }
    const update = { webhook: reference, update: { avatar: red }, updateMask: ['avatar'] }
    const { webhook: changed } = await service.webhooks.updateByToken(update)
    const { message } = await post(service, { webhook, body: { text: 'hi' }, wait: true })
    expect(message?.author.avatar).to.equal(changed?.avatar)
    const { channelId, owner } = await makeGuild(service)
    const made = await service.webhooks.create({ ...asManager(owner), channelId, name: 'New', avatar: red })
    expect(made.webhook?.avatar).to.equal(changed?.avatar)
    expect(await store().find(made.webhook?.id ?? '', made.webhook?.avatar ?? '')).to.not.equal(null)
  })

  it('are stored once and only for ten minutes after their last use', async () => {
    await change(red)
    const hash = await change(red)
    expect(await filesOf()).to.equal(2)
    expect(await sweptFiles()).to.equal(1)
    await change(blue)
    expect(await sweptFiles(9 * minute)).to.equal(2)
    expect(await store().find(webhook.id, hash ?? '')).to.not.equal(null)
    expect(await sweptFiles()).to.equal(1)
    expect(await store().find(webhook.id, hash ?? '')).to.equal(null)
  })

  it('stay in use if the same image is set again after another one', async () => {
    const hash = await change(red)
    await change(blue)
    expect(await change(red)).to.equal(hash)
    expect(await sweptFiles()).to.equal(1)
    expect(await store().find(webhook.id, hash ?? '')).to.not.equal(null)
  })

  describe('that an earlier version stored as they came', () => {
    const secret = 'Taken at 59.9139, 10.7522'
    let hash: string
    beforeEach(async () => {
      hash = (await change(red)) ?? ''
    })
    const files = () => service.connection.collection('avatars.files')
    /** Replaces the stored file by this one. */
    const storeAsBefore = async (bytes: Buffer) => {
      const filename = `${webhook.id}/${hash}`
      await files().deleteMany({ filename })
      const bucket = new mongoose.mongo.GridFSBucket(
        service.connection.getClient().db(service.connection.name),
        {
          bucketName: 'avatars',
        },
      )
      await pipeline([bytes], bucket.openUploadStream(filename, { metadata: { contentType: 'image/jpeg' } }))
    }
    const photo = () =>
      sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
        .withExif({ IFD0: { ImageDescription: secret } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()

    it('are cleaned under the same name', async () => {
      await storeAsBefore(await photo())
      expect((await store().find(webhook.id, hash))?.bytes.includes(secret)).to.equal(true)
      await store().cleanStored(cleanAvatar)
      const { bytes = Buffer.alloc(0), contentType } = (await store().find(webhook.id, hash)) ?? {}
      const { width, height } = await sharp(bytes).metadata()
      expect([contentType, width, height, bytes.includes(secret)]).to.deep.equal(['image/jpeg', 4, 8, false])
      expect([await filesOf(), await sweptFiles()]).to.deep.equal([2, 1])
      expect(await store().find(webhook.id, hash)).to.not.equal(null)
    })

    it('are cleaned once', async () => {
      await storeAsBefore(await photo())
      await store().cleanStored(cleanAvatar)
      await store().cleanStored(() => expect.fail('it is clean'))
    })

    it('stay as they are if they cannot be read', async () => {
      await storeAsBefore(Buffer.from(secret))
      await store().cleanStored(cleanAvatar)
      expect(String((await store().find(webhook.id, hash))?.bytes)).to.equal(secret)
      await store().cleanStored(() => expect.fail('it cannot be read'))
      expect(await sweptFiles()).to.equal(1)
    })

    it('stay unused if the webhook gets another avatar meanwhile', async () => {
      await storeAsBefore(await photo())
      await store().cleanStored(async (bytes) => {
        await change(blue)
        return cleanAvatar(bytes)
      })
      expect([await filesOf(), await sweptFiles()]).to.deep.equal([3, 1])
    })
  })

  it('are removed with their webhook, channel or guild', async () => {
    await change(red)
    await service.webhooks.delete({ ...asManager(webhook.owner), id: webhook.id })
    expect(await sweptFiles()).to.equal(0)
    webhook = await makeWebhook(service)
    await change(red)
    await service.guilds.deleteGuild({ id: webhook.guildId })
    expect(await sweptFiles()).to.equal(0)
  })

  it('leave no file after a change that fails', async () => {
    const uploaded = await store().upload(webhook.id, {
      hash: 'a',
      contentType: 'image/png',
      bytes: Buffer.from('a'),
    })
    expect(uploaded.hash).to.equal('a')
    expect([await filesOf(), await sweptFiles()]).to.deep.equal([1, 0])
  })

  it('are rejected without effect if they are invalid', async () => {
    const hash = await change(red)
    const error = await rejected(change('data:image/png;base64,AAAA'))
    expect(error.fields.map(({ path, code }) => [path, code])).to.deep.equal([
      ['update.avatar', 'INVALID_IMAGE_FORMAT'],
    ])
    const { channelId, owner } = await makeGuild(service)
    const created = service.webhooks.create({ ...asManager(owner), channelId, name: 'New', avatar: 'x' })
    expect((await rejected(created)).fields.map(({ path }) => path)).to.deep.equal(['avatar'])
    const read = await service.webhooks.get({ ...asManager(webhook.owner), id: webhook.id })
    expect(read.webhook?.avatar).to.equal(hash)
  })

  describe('over HTTP', () => {
    const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`http://${service.avatarsAddress}${path}`, { method, headers })
    const text = async (response: Response) => [response.status, (await response.arrayBuffer()).byteLength]

    it('are served with their type, for ever, in parts, and not again', async () => {
      const path = `/avatars/${webhook.id}/${await change(red)}`
      const whole = await load(path)
      const { headers } = whole
      const size = Number(headers.get('content-length'))
      expect(await text(whole)).to.deep.equal([200, size])
      expect(headers.get('content-type')).to.equal('image/png')
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      const etag = headers.get('etag') ?? ''
      expect(await text(await load(path, {}, 'HEAD'))).to.deep.equal([200, 0])
      expect(await text(await load(path, { 'if-none-match': etag }))).to.deep.equal([304, 0])
      const part = await load(path, { range: 'bytes=2-5', 'if-range': etag })
      expect(part.headers.get('content-range')).to.equal(`bytes 2-5/${size}`)
      expect(await text(part)).to.deep.equal([206, 4])
      expect((await load(path, { range: `bytes=${size}-` })).status).to.equal(416)
      for (const range of ['bytes=0-0,2-3', 'lines=1-2', 'bytes=x'])
        expect(await text(await load(path, { range })), range).to.deep.equal([200, size])
      expect(await text(await load(path, { range: 'bytes=2-5', 'if-range': '"other"' }))).to.deep.equal([
        200,
        size,
      ])
    })

    it('are the only thing that is served', async () => {
      const hash = await change(red)
      const paths = [
        ['/', `/avatars/${webhook.id}`, `/avatars/${webhook.id}/`, `/avatars/${webhook.id}/${hash}/`],
        [`/avatars/${webhook.id}/${'0'.repeat(32)}`, `/avatars/0/${hash}`, `/avatars//${webhook.id}/${hash}`],
        [
          `/avatars/${webhook.id}/${hash}?a`,
          `/avatars/${webhook.id}/%2e%2e`,
          `//avatars/${webhook.id}/${hash}`,
        ],
        ['/metrics', '/health/live'],
      ].flat()
      for (const path of paths) expect((await load(path)).status, path).to.equal(404)
      expect((await load(`/avatars/${webhook.id}/${hash}`, {}, 'POST')).status).to.equal(405)
    })
  })

  it('are part of the request that an idempotency key identifies', async () => {
    const { channelId, owner } = await makeGuild(service)
    const request = { ...asManager(owner), channelId, name: 'New', idempotencyKey: 'a'.repeat(16) }
    const made = await service.webhooks.create({ ...request, avatar: red })
    expect((await service.webhooks.create({ ...request, avatar: red })).webhook?.id).to.equal(
      made.webhook?.id,
    )
    expect((await rejected(service.webhooks.create({ ...request, avatar: blue }))).code).to.equal(
      'IDEMPOTENCY_KEY_REUSED',
    )
  })
})

async function image(background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}
