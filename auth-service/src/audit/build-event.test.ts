import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { expect } from 'chai'
import { buildEvent, type EventDetail } from './build-event.ts'

const place = { city: 'Ghent', region: undefined, country: 'Belgium' }
const client = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  acceptLanguage: '',
  location: { city: 'Elsewhere', region: undefined, country: undefined },
  auditReason: undefined,
}

describe('building an event', () => {
  const clock = fakeClock()
  const source = { newId: () => '17', clock, locationOf: () => place }
  const build = (about: Parameters<typeof buildEvent<'account.sign_in'>>[3]) =>
    buildEvent(source, { requestId: 'request-1' }, 'account.sign_in', about)

  it('adds the id, the time, the request and what the client is', () => {
    const actor = { sessionIdHash: 'hash' }
    expect(build({ accountId: '5', client, actor, detail: { method: 'password' } })).to.deep.equal({
      id: '17',
      at: new Date(clock.now()),
      type: 'account.sign_in',
      outcome: 'ok',
      requestId: 'request-1',
      accountId: '5',
      sessionIdHash: 'hash',
      address: '203.0.113.7',
      clientInfo: { browser: 'Firefox', os: 'Linux', platform: 'desktop', location: place },
      detail: { method: 'password' },
    })
  })

  it('has no account, session or client if there is none, and omits details without a value', () => {
    const event = build({ accountId: null, failed: true, detail: { method: 'password', factor: undefined } })
    expect(event).to.include({ outcome: 'failed', accountId: undefined, sessionIdHash: undefined })
    expect(event).to.include({ address: undefined, clientInfo: undefined })
    expect(event.detail).to.deep.equal({ method: 'password' })
  })

  it('does not compile with a detail that its type does not have', () => {
    const ofAnother = { limit: 'account' }
    // @ts-expect-error: of account.throttle, also in a variable.
    const inVariable: EventDetail<'account.sign_in'> = ofAnother
    // @ts-expect-error: unknown.
    const inPlace: EventDetail<'account.sign_in'> = { metod: 'password' }
    expect([inVariable, inPlace]).to.have.length(2)
  })
})
