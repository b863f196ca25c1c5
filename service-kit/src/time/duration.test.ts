import { expect } from 'chai'
import { durationMs, toDuration } from './duration.ts'

describe('toDuration and durationMs', () => {
  it('convert whole and fractional milliseconds', () => {
    expect(toDuration(1250)).to.deep.equal({ seconds: 1, nanos: 250_000_000 })
    expect(toDuration(999.9999999)).to.deep.equal({ seconds: 1, nanos: 0 })
    expect(toDuration(0.5)).to.deep.equal({ seconds: 0, nanos: 500_000 })
    for (const ms of [0, 1, 999, 1000, 1001, 86_400_000, 0.001])
      expect(durationMs(toDuration(ms))).to.equal(ms)
  })

  it('give seconds and nanoseconds of a negative duration the same sign', () => {
    expect(toDuration(-1500)).to.deep.equal({ seconds: -1, nanos: -500_000_000 })
    expect(durationMs(toDuration(-1500))).to.equal(-1500)
  })
})
