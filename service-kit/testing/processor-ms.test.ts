import { expect } from 'chai'
import { leastOf, maxMeasurements, threadCpuMs } from './processor-ms.ts'

describe('threadCpuMs', () => {
  it('is finer than a clock tick', () => {
    const readings = new Set<number>()
    for (let count = 0; count < 1000; count += 1) readings.add(threadCpuMs())
    expect(readings.size).to.be.above(100)
  })
})

describe('leastOf', () => {
  it('is the first measurement below the limit', () => {
    const measured = [1e6, 1e6, 9, 1]
    expect(leastOf(10, () => measured.shift() ?? 0)).to.equal(9)
    expect(measured).to.deep.equal([1])
  })

  it('stays above a limit that is exceeded many times over, however slow the processor is', () => {
    let count = 0
    const least = leastOf(10, () => {
      count += 1
      return 1e6
    })
    expect(least).to.be.within(1000, 1e6)
    expect(count).to.equal(maxMeasurements)
  })
})
