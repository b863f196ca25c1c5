import { messageStore } from '@gatehouse/webhook-service/messages/message-store'
import { expect } from 'chai'
import { codeHost, makeWebhook, post } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const hour = 3_600_000

describe('the sweeper of deduplication keys', () => {
  let service: StartedService
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  it('removes the key after 72 hours, and keeps the message', async () => {
    const webhook = await makeWebhook(service)
    const body = { ref: 'refs/heads/main', commits: [{ message: 'x' }] }
    await post(service, { webhook, body, ...codeHost('push', 'a') })
    await post(service, { webhook, body: { text: 'no key' } })
    const messages = messageStore(service.connection)
    const keyed = async () => {
      const documents = await service.connection.collection('messages').find().sort({ _id: 1 }).toArray()
      return documents.map((document) => ['dedupeKey', 'dedupeUntil'].filter((part) => part in document))
    }
    const from = service.clock.now()

    expect(await messages.sweep(from + 72 * hour - 1)).to.equal(0)
    expect(await keyed()).to.deep.equal([['dedupeKey', 'dedupeUntil'], []])
    expect(await messages.sweep(from + 72 * hour)).to.equal(1)
    expect(await keyed()).to.deep.equal([[], []])
    expect(await messages.sweep(from + 365 * 24 * hour)).to.equal(0)
  })

  it('leaves ignored executions to their TTL index', async () => {
    const indexes = await service.connection.collection('deliveries').indexes()
    expect(indexes.find(({ key }) => 'expiresAt' in key)?.expireAfterSeconds).to.equal(0)
  })
})
