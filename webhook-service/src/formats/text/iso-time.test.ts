import { expect } from 'chai'
import { parseIsoTime, toIsoTime } from './iso-time.ts'

describe('formatting times', () => {
  it('returns RFC 3339 with milliseconds', () => {
    expect(toIsoTime(1)).to.equal('1970-01-01T00:00:00.001Z')
    expect(parseIsoTime('2026-03-02T21:51:44.118160Z')).to.equal('2026-03-02T21:51:44.118Z')
    expect(parseIsoTime('2026-03-02 21:51:44+02:00')).to.equal('2026-03-02T19:51:44.000Z')
  })

  it('returns undefined for times before 1970 and after 9999', () => {
    for (const invalid of [Number.NaN, Infinity, 1e20, 1e15, -1, -1e14])
      expect(toIsoTime(invalid)).to.equal(undefined)
    for (const none of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00'])
      expect(parseIsoTime(none), none).to.equal(undefined)
  })

  it('returns undefined for texts that do not begin with a date', () => {
    for (const invalid of ['', 'release 7', 'Tue 3', '1', '2026-99-99', '+012026-01-01T00:00:00Z'])
      expect(parseIsoTime(invalid), invalid).to.equal(undefined)
  })
})
