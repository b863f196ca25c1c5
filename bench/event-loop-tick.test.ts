import { expect } from 'chai'
import { tickBetween } from './event-loop-tick.ts'

describe('the p99.9 of ticks between two scrapes', () => {
  const ticks = (...counts: [number, number, number]) => {
    const buckets = [10, 20, Number.POSITIVE_INFINITY].map((upToMs, index) => ({
      upToMs,
      count: counts[index] ?? 0,
    }))
    return { wall: buckets, cpu: buckets }
  }

  it('counts only ticks between the scrapes', () => {
    expect(tickBetween(ticks(0, 50, 50), ticks(1000, 1050, 1050)).wallMs).to.be.closeTo(9.99, 1e-9)
  })

  it('is within its bucket', () => {
    expect(tickBetween(ticks(0, 0, 0), ticks(0, 1000, 1000)).cpuMs).to.be.closeTo(19.99, 1e-9)
  })

  it('is the highest bound if it is above all of them', () => {
    expect(tickBetween(ticks(0, 0, 0), ticks(0, 0, 10)).wallMs).to.equal(20)
  })
})
