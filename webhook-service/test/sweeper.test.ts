import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { deliveryLog } from '@gatehouse/webhook-service/deliveries/delivery-log'
import { deliveryCipher } from '@gatehouse/webhook-service/messages/delivery-document'
import { messageStore } from '@gatehouse/webhook-service/messages/message-store'
import { expect } from 'chai'
import { codeHost, makeWebhook, post, storedOf, type Target } from './executing.ts'
import { type StartedService, startService, testKeys } from './started-service.ts'

const hour = 3_600_000
const cipher = deliveryCipher(openKeyRing(testKeys))

describe('the sweeper of expired data', () => {
  let service: StartedService
  let webhook: Target
  let from: number
  before(async () => {
    service = await startService({ limitsScale: 1000 })
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
    from = service.clock.now()
    const body = { ref: 'refs/heads/main', commits: [{ message: 'x' }] }
    await post(service, { webhook, body, ...codeHost('push', 'a') })
    await post(service, { webhook, body: { text: 'no key' } })
    await post(service, { webhook, body: {}, ...codeHost('ping', 'b') })
  })

  const partsOf = async () => {
    const { messages, deliveries } = await storedOf(service, webhook)
    return [...messages, ...deliveries].map((document) =>
      ['dedupeKey', 'delivery'].filter((part) => part in document),
    )
  }

  it('removes the key of a message after 72 hours, and keeps the message', async () => {
    const messages = messageStore(service.connection, cipher)
    await messages.removeExpiredKeys(from + 72 * hour - 1)
    expect(await partsOf()).to.deep.equal([
      ['dedupeKey', 'delivery'],
      ['delivery'],
      ['dedupeKey', 'delivery'],
    ])
    await messages.removeExpiredKeys(from + 72 * hour)
    expect(await partsOf()).to.deep.equal([['delivery'], ['delivery'], ['dedupeKey', 'delivery']])
  })

  it('removes the delivery after 7 days, and keeps the message', async () => {
    const log = deliveryLog(service.connection, cipher)
    await log.removeExpired(from + 7 * 24 * hour - 1)
    expect(await partsOf()).to.deep.equal([
      ['dedupeKey', 'delivery'],
      ['delivery'],
      ['dedupeKey', 'delivery'],
    ])
    await log.removeExpired(from + 7 * 24 * hour)
    expect(await partsOf()).to.deep.equal([['dedupeKey'], [], ['dedupeKey']])
  })

  it('keeps the newest deliveries of a webhook, and the deduplication of the others', async () => {
    const log = deliveryLog(service.connection, cipher)
    await log.trim(webhook.id, { max: 3 })
    expect((await partsOf()).flat().filter((part) => part === 'delivery')).to.have.length(3)
    await log.trim(webhook.id, { max: 1 })
    expect(await partsOf()).to.deep.equal([['dedupeKey'], [], ['dedupeKey', 'delivery']])
    const again = await post(service, { webhook, body: {}, ...codeHost('push', 'a') })
    expect(again.result).to.equal('duplicate')
  })

  it('keeps the newest bodies within a number of bytes, and the records of the others', async () => {
    const log = deliveryLog(service.connection, cipher)
    const range = { webhookId: webhook.id, limit: 10, before: null, after: null, since: null, until: null }
    const all = await log.list(range, { result: null, format: null, event: null }, from)
    const bodies = async () => {
      const found = await Promise.all(all.map(({ id }) => log.find(webhook.id, id, from)))
      return found.map((each) => [each?.request.body.length !== 0, each?.request.isTruncated])
    }
    expect(await bodies()).to.deep.equal(all.map(() => [true, false]))
    const { messages, deliveries } = await storedOf(service, webhook)
    const sizes = [...messages, ...deliveries].map(({ delivery }) => delivery?.packed?.size ?? 0)
    await log.trim(webhook.id, { maxBytes: sizes.reduce((sum, each) => sum + each) })
    expect(await bodies()).to.deep.equal(all.map(() => [true, false]))
    await log.trim(webhook.id, { maxBytes: sizes.reduce((sum, each) => sum + each) - 1 })
    expect(await bodies()).to.deep.equal([...all.slice(1).map(() => [true, false]), [false, true]])
    await log.trim(webhook.id, { maxBytes: 0 })
    expect(await bodies()).to.deep.equal(all.map(() => [false, true]))
    const listed = await log.list(range, { result: null, format: null, event: null }, from)
    expect(listed.map(({ id, result }) => [id, result])).to.deep.equal(
      all.map(({ id, result }) => [id, result]),
    )
  })

  it('leaves documents of unposted executions to their TTL index', async () => {
    const indexes = await service.connection.collection('deliveries').indexes()
    expect(indexes.find(({ key }) => 'expiresAt' in key)?.expireAfterSeconds).to.equal(0)
  })
})
