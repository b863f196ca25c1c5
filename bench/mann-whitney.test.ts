import { expect } from 'chai'
import { mannWhitneyP } from './mann-whitney.ts'

describe('mannWhitneyP', () => {
  it('returns the example values of scipy.stats.mannwhitneyu, in both directions', () => {
    const one = [19, 22, 16, 29, 24]
    const other = [20, 11, 17, 12]
    expect(mannWhitneyP(one, other)).to.be.closeTo(0.11134688653314041, 1e-6)
    expect(mannWhitneyP(other, one)).to.equal(mannWhitneyP(one, other))
  })

  it('returns 1 for equal samples, also of equal values', () => {
    expect(mannWhitneyP([1, 2, 3], [1, 2, 3])).to.be.closeTo(1, 1e-6)
    expect(mannWhitneyP([1, 1, 1], [1, 1])).to.equal(1)
  })

  it('distinguishes a shift of some percent from noise', () => {
    const noise = (seed: number) => ((Math.sin(seed * 12.9898) * 43758.5453) % 1) + 12
    const sample = (from: number, shift = 0) =>
      Array.from({ length: 400 }, (_, index) => noise(from + index) + shift)
    expect(mannWhitneyP(sample(1), sample(1000))).to.be.above(0.01)
    expect(mannWhitneyP(sample(1), sample(1000, 0.3))).to.be.below(0.001)
  })
})
