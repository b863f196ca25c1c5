import { expect } from 'chai'
import { readAuditReason } from './audit-reason.ts'

describe('X-Audit-Log-Reason', () => {
  it('is read as text, percent-encoded or not', () => {
    expect(readAuditReason('moved to #builds')).to.equal('moved to #builds')
    expect(readAuditReason('f%C3%BCr%20Zo%C3%AB')).to.equal('für Zoë')
    expect(readAuditReason(Buffer.from('für Zoë').toString('latin1'))).to.equal('für Zoë')
    expect(readAuditReason(encodeURIComponent('😀'.repeat(512)))).to.equal('😀'.repeat(512))
  })

  for (const [what, header] of Object.entries({
    'a missing value': undefined,
    'a repeated header': ['a', 'b'],
    'an empty value': ' ',
    'a broken escape': '100%',
    'no UTF-8': 'f%FCr',
    'a long value': 'a'.repeat(513),
  }))
    it(`ignores ${what}`, () => {
      expect(readAuditReason(header)).to.equal(undefined)
    })

  it('loses line breaks and invisible characters', () => {
    expect(readAuditReason('a%0Ab%E2%80%AE')).to.equal(readAuditReason('a%0Ab'))
  })
})
