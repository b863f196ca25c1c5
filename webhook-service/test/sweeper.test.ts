import { messageStore } from '@gatehouse/webhook-service/messages/message-store'
import { expect } from 'chai'
import { codeHost, makeWebhook, post } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

const hour = 3_600_000

describe('the sweeper of deliveries', () => {
  let service: StartedService
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  it('removes the key after 72 hours and the record after 7 days, and keeps the message', async () => {
    const webhook = await makeWebhook(service)
    const body = { ref: 'refs/heads/main', commits: [{ message: 'x' }] }
    await post(service, { webhook, body, ...codeHost('push', 'a') })
    await post(service, { webhook, body: { text: 'no key' } })
    const messages = messageStore(service.connection)
    const parts = async () => {
      const documents = await service.connection.collection('messages').find().sort({ _id: 1 }).toArray()
      return documents.map((document) =>
        ['dedupeKey', 'delivery', 'sweepAt'].filter((part) => part in document),
      )
    }
    const from = service.clock.now()

    expect(await messages.sweep(from + 72 * hour - 1)).to.equal(0)
    expect(await messages.sweep(from + 72 * hour)).to.equal(1)
    expect(await parts()).to.deep.equal([
      ['delivery', 'sweepAt'],
      ['delivery', 'sweepAt'],
    ])
    expect(await messages.sweep(from + 7 * 24 * hour - 1)).to.equal(0)
    expect(await messages.sweep(from + 7 * 24 * hour)).to.equal(2)
    expect(await parts()).to.deep.equal([[], []])
    expect(await messages.sweep(from + 365 * 24 * hour)).to.equal(0)
  })

  it('does not touch the records of ignored deliveries, which expire', async () => {
    const indexes = await service.connection.collection('deliveries').indexes()
    expect(indexes.find(({ key }) => 'expiresAt' in key)?.expireAfterSeconds).to.equal(0)
  })
})
