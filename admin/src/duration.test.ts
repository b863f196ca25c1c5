import { expect } from 'chai'
import { durationMs } from './duration.ts'

describe('durationMs', () => {
  it('parses a number and a unit', () => {
    expect(durationMs('90s')).to.equal(90_000)
    expect(durationMs('30m')).to.equal(1_800_000)
    expect(durationMs('1h')).to.equal(3_600_000)
    expect(durationMs('7d')).to.equal(604_800_000)
  })

  for (const wrong of ['', '5', 'm', '0s', '-1h', '1.5h', '5 m', '1w', '1h30m', '9999999999s']) {
    it(`rejects ${JSON.stringify(wrong)}`, () => {
      expect(() => durationMs(wrong)).to.throw(RangeError, '30m')
    })
  }
})
