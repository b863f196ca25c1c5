import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import type { OpenedRedis } from '@gatehouse/service-kit/storage/redis'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'

const subject = 'A device was signed in with a code'

describe('mails about handoffs', () => {
  const { own, received } = useMails()
  let opened: OpenedRedis
  let events = 0
  before(async () => {
    opened = await openTestRedis(own.stack.store.redisUrl)
  })
  after(() => opened.close())

  /** An event of session-service, once it is in the audit log. */
  async function emit(fields: Partial<Event> = {}): Promise<string> {
    events += 1
    const event: Event = {
      id: `handoff-${events}`,
      at: new Date(own.stack.clock.now()),
      type: 'handoff.delivered',
      outcome: 'ok',
      requestId: 'r',
      accountId: own.id,
      address: '203.0.113.9',
      clientInfo: {
        browser: 'Firefox',
        os: 'Android https://evil.example',
        platform: 'mobile',
        location: undefined,
      },
      detail: {},
      ...fields,
    }
    const key = `${own.stack.store.redisPrefix}events:sessions`
    await opened.redis.xadd(key, '*', ...eventFields({ ...event, json: eventJson(event) }))
    await until(async () => {
      expect(await own.stack.audit.countDocuments({ eventId: `sessions:${event.id}` })).to.equal(1)
    })
    return event.id
  }
  const mailCount = () => own.stack.mails.countDocuments({ accountId: own.id, kind: 'handoff' })
  const arrived = (count: number) =>
    until(() => {
      const mails = received().filter((mail) => mail.subject === subject)
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails arrived`)
      return mails.map(({ text }) => text?.replace(/\s+/g, ' ') ?? '')
    })

  it('name the time and the device, of which no part is a link', async () => {
    await emit()
    const [text] = await arrived(1)
    expect(text).to.contain('Device: Firefox, Android httpsevilexample')
    expect(text).to.contain('change your password immediately')
    expect(text).not.to.contain('fifth time')
  })

  it('are five within a day, and the fifth says that no more follow', async () => {
    for (let i = 0; i < 7; i += 1) await emit()
    expect(await mailCount()).to.equal(5)
    const texts = await arrived(5)
    expect(texts.filter((text) => text.includes('This was the fifth time within a day.'))).to.have.length(1)
    own.stack.clock.advance(day)
    await emit()
    expect(await mailCount()).to.equal(6)
  })

  it('are sent for no other event, and for no unknown account', async () => {
    for (const type of ['handoff.began', 'handoff.completed', 'session.created']) await emit({ type })
    await emit({ accountId: '77' })
    await emit({ accountId: undefined })
    expect(await mailCount()).to.equal(0)
  })
})
