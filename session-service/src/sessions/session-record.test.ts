import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { expect } from 'chai'
import type { Session } from './session.ts'
import { fromRecord, toRecord } from './session-record.ts'

const session: Session = {
  accountId: '1',
  idHash: 'hash',
  parent: null,
  createdAt: 1_900_000_000_000,
  lastUsedAt: 1_900_000_060_000,
  proof: { at: 1_900_000_000_000, methods: [ProofMethod.PASSWORD, ProofMethod.TOTP] },
  client: {
    address: '203.0.113.7',
    addressPrefix: '203.0.113.0/24',
    userAgent: 'Firefox "nightly"\n\u2028 ü\0',
    browser: 'Firefox',
    os: null,
    platform: 'desktop',
    location: { city: 'Zürich', country: 'CH' },
  },
}

describe('toRecord and fromRecord', () => {
  it('read back every field, whatever the client sent', () => {
    expect(fromRecord(session, toRecord(session))).to.deep.equal(session)
  })

  it('read back a session without a proof', () => {
    expect(fromRecord(session, toRecord({ ...session, proof: null })).proof).to.equal(null)
  })

  it('read back the parent, and none from what a client sent', () => {
    const child = { ...session, parent: 'aB3-_x' }
    expect(fromRecord(child, toRecord(child))).to.deep.equal(child)
    const client = { ...session.client, userAgent: '"parent":"stolen"' }
    expect(fromRecord(session, toRecord({ ...session, client })).parent).to.equal(null)
  })

  it('use three lines, so that a script can replace one', () => {
    expect(toRecord(session).split('\n')).to.have.length(3)
  })
})
