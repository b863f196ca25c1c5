import { expect } from 'chai'
import { threadCpuMs } from './processor-ms.ts'

describe('threadCpuMs', () => {
  it('is finer than a clock tick', () => {
    const readings = new Set<number>()
    for (let count = 0; count < 1000; count += 1) readings.add(threadCpuMs())
    expect(readings.size).to.be.above(100)
  })
})
