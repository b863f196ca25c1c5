import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { useMails } from './mail-harness.ts'
import { day } from './own-account.ts'
import { useSessionEvents } from './session-events.ts'

const subject = 'A device was signed in with a code'

describe('mails about handoffs', () => {
  const { own, received } = useMails()
  const publish = useSessionEvents(own)
  const emit = (fields: Partial<Event> = {}) =>
    publish({
      type: 'handoff.delivered',
      address: '203.0.113.9',
      clientInfo: {
        browser: 'Firefox',
        os: 'Android https://evil.example',
        platform: 'mobile',
        location: undefined,
      },
      ...fields,
    })
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
