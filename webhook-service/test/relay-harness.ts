import { setTimeout as pause } from 'node:timers/promises'
import type { OutboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import { type OutboxStream, outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { type Relay, relay } from '@gatehouse/service-kit/outbox/relay'
import { createLogger } from '@gatehouse/service-kit/process/log'
import type { Mongo } from '@gatehouse/service-kit/storage/mongo'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { migratedStore, type TempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { deliveryCipher } from '@gatehouse/webhook-service/messages/delivery-document'
import type { Message } from '@gatehouse/webhook-service/messages/message'
import { type MessageStore, messageStore } from '@gatehouse/webhook-service/messages/message-store'
import { messageStreamEntry } from '@gatehouse/webhook-service/messages/message-stream-entry'
import { messageOutbox, messageStreamKey } from '@gatehouse/webhook-service/outbox/message-relay'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { Redis } from 'ioredis'
import { freshId } from '../../guild-directory/test/fixtures.ts'
import { readStream } from './executing.ts'
import { testKeys } from './started-service.ts'

const log = createLogger({ name: 'test', level: 'silent' })
export const leaseMs = 10_000
const delivery = {
  result: 'rendered',
  detail: null,
  replayOf: null,
  request: { headers: {}, body: Buffer.from('{}'), isTruncated: false },
  expiresAt: Number.MAX_SAFE_INTEGER,
}

type RelayParts = { outbox?: Partial<OutboxStore>; stream?: Partial<OutboxStream>; pollMs?: number }

type Stored = {
  _id: string
  timestamp?: number
  outbox: { state: string; leaseUntil: number; streamId?: string }
}

/** Several relays of one outbox, like those of several processes. `proxy` is between them and Redis. */
export function useRelays() {
  let store: TempStore
  const clock = fakeClock()
  let mongo: Mongo
  let direct: Redis
  let opened: OpenedRedis
  let prefix: string
  let running: Relay[]
  let messages: MessageStore
  const own = {} as { outbox: OutboxStore; stream: OutboxStream; proxy: TcpProxy }

  before(async () => {
    store = await migratedStore(webhookSchema)
    mongo = await openTestMongo(store)
    own.proxy = await tcpProxy(store.redisUrl)
    direct = new Redis(store.redisUrl)
    opened = await openRedis({ url: `redis://127.0.0.1:${own.proxy.port}`, log })
    own.outbox = messageOutbox(mongo.connection)
    messages = messageStore(mongo.connection, deliveryCipher(openKeyRing(testKeys)))
  })
  after(async () => {
    direct.disconnect()
    await Promise.all([opened.close(), mongo.close()])
    await own.proxy.close()
    await store.drop()
  })
  beforeEach(async () => {
    await documents().deleteMany({})
    prefix = `${store.redisPrefix}${freshId()}:`
    limitStream(1000)
    running = []
  })
  afterEach(async () => {
    own.proxy.mend()
    await Promise.all(running.map((each) => each.close()))
  })

  const documents = () => mongo.connection.collection<Stored>('messages')
  function limitStream(maxLength: number): void {
    own.stream = outboxStream(opened.redis, { key: messageStreamKey(prefix), maxLength, maxBytes: 1e9, log })
  }

  /** Starts a relay. A function in `parts` that never resolves simulates a process that was killed at this step. */
  function start(parts: RelayParts = {}): Relay {
    const { pollMs = 20 } = parts
    const relaying = relay({
      outbox: { ...own.outbox, ...parts.outbox },
      stream: { ...own.stream, ...parts.stream },
      clock,
      log,
      what: 'messages',
      leaseMs,
      pollMs,
    })
    running.push(relaying)
    return relaying
  }

  /** A process that is killed does not close its relay. */
  function kill(relaying: Relay): void {
    running = running.filter((each) => each !== relaying)
  }

  /** Stores a message as an execution does, and queues it unless the process was killed before. */
  async function post(relaying: Relay, text: string, isQueued = true): Promise<string> {
    const message = messageSaying(text)
    const lease = relaying.lease()
    await messages.insert({ message, lease, delivery, deduplication: null })
    const fields = messageStreamEntry(message)
    if (isQueued) relaying.enqueue({ id: message.id, fields, leaseUntil: lease.leaseUntil })
    return message.id
  }

  const stored = () => documents().find().sort({ _id: 1 }).toArray()
  const entries = (count: number) => readStream(direct, prefix, count)
  return {
    own,
    clock,
    start,
    kill,
    post,
    documents,
    stored,
    entries,
    limitStream,
    streamLength: () => direct.xlen(`${prefix}messages`),
    published: async (count: number) =>
      (await entries(count)).map(({ message = '' }) => JSON.parse(message).id as string),
    states: async () => (await stored()).map((document) => document.outbox.state),
    marked: async (count: number) => {
      while ((await documents().countDocuments({ 'outbox.state': 'published' })) < count) await pause(5)
    },
  }
}

function messageSaying(content: string): Message {
  const id = freshId()
  const author = { username: 'Hook', avatar: null, avatarUrl: null }
  const source = { format: 'chat-compat', event: null, action: null, senderDeliveryId: null } as const
  return {
    id,
    channelId: '1',
    guildId: '2',
    webhookId: '3',
    author,
    content,
    embeds: [],
    timestamp: 0,
    source,
  }
}
