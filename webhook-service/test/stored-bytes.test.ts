import { randomBytes } from 'node:crypto'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { messageStreamKey } from '@gatehouse/webhook-service/outbox/message-relay'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { codeHost, makeWebhook, type Post, post, storedOf } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const posts = 5
const native = { format: Format.NATIVE }
const url = (length: number) => `https://a.example/${'a'.repeat(length - 18)}`
const emoji = (length: number) => '🦊'.repeat(length)
const issue = (body: string) => ({
  action: 'opened',
  issue: {
    number: 7,
    title: emoji(300),
    html_url: url(2000),
    user: { login: 'ann', avatar_url: url(2000) },
    body,
  },
  repository: { full_name: 'a/b', html_url: url(2000) },
  sender: { login: 'ann', avatar_url: url(2000) },
})

/** What becomes the largest message or record for the bytes that are sent. */
const bodies: Record<string, Omit<Post, 'webhook'>> = {
  'a native message with as many URLs as it may have': {
    ...native,
    body: { embeds: [1, 2, 3, 4].map(() => ({ title: 'a', url: url(2048) })), content: 'a' },
  },
  'a native message with every text': {
    ...native,
    body: {
      content: emoji(2000),
      embeds: [{ title: emoji(256), description: emoji(4096), footer: { text: emoji(1600) } }],
    },
  },
  'a short text': { body: { text: 'a' } },
  'an escaped text': { body: { text: '*_~`[]()<>#'.repeat(300) } },
  'a text of 200 KB': { body: { text: emoji(50_000) } },
  'attachments with fields': {
    body: { attachments: Array(10).fill({ title: 'a', fields: Array(25).fill({ title: 'a', value: '*' }) }) },
  },
  'an event that is ignored': { ...codeHost('ping'), body: {} },
  'an issue of random characters': {
    ...codeHost('issues'),
    body: issue(randomBytes(120_000).toString('hex')),
  },
  'a long issue': { ...codeHost('issues'), body: issue('**a** '.repeat(30_000)) },
}

describe('the bytes that a post stores', () => {
  let service: StartedService
  let redis: Redis
  before(async () => {
    service = await startService({ limitsScale: 1000 })
    redis = new Redis(service.config.redisUrl)
  })
  after(async () => {
    redis.disconnect()
    await service.close()
  })

  async function storedBytes(webhook: { id: string }): Promise<number> {
    const isPublished = async () =>
      (await storedOf(service, webhook)).messages.every(({ outbox }) => outbox.state !== 'pending')
    await until(isPublished)
    const { messages, deliveries } = await storedOf(service, webhook)
    const documents = [...messages, ...deliveries]
    const ofMongo = documents.reduce((sum, each) => sum + mongoose.mongo.BSON.calculateObjectSize(each), 0)
    const key = messageStreamKey(service.config.redisPrefix)
    return ofMongo + Number((await redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')) ?? 0)
  }

  for (const [what, body] of Object.entries(bodies)) {
    it(`are at most four times its own, and 8 KiB: ${what}`, async () => {
      const key = messageStreamKey(service.config.redisPrefix)
      await redis.del(key)
      const webhook = await makeWebhook(service)
      for (let count = 0; count < posts; count += 1) await post(service, { webhook, ...body })
      const size = Buffer.byteLength(JSON.stringify(body.body))
      expect(await storedBytes(webhook)).to.be.below(posts * (4 * size + 8 * 1024))
    })
  }
})
