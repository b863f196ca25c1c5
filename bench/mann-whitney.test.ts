import { expect } from 'chai'
import { mannWhitneyP } from './mann-whitney.ts'

describe('mannWhitneyP', () => {
  it('gives what scipy.stats.mannwhitneyu gives in its documentation, either way round', () => {
    const one = [19, 22, 16, 29, 24]
    const other = [20, 11, 17, 12]
    expect(mannWhitneyP(one, other)).to.be.closeTo(0.11134688653314041, 1e-6)
    expect(mannWhitneyP(other, one)).to.equal(mannWhitneyP(one, other))
  })

  it('is 1 for samples that are the same, also when all values are', () => {
    expect(mannWhitneyP([1, 2, 3], [1, 2, 3])).to.be.closeTo(1, 1e-6)
    expect(mannWhitneyP([1, 1, 1], [1, 1])).to.equal(1)
  })

  it('tells apart what a shift of some percent in noise is, and not what is noise alone', () => {
    const noise = (seed: number) => ((Math.sin(seed * 12.9898) * 43758.5453) % 1) + 12
    const sample = (from: number, shift = 0) =>
      Array.from({ length: 400 }, (_, index) => noise(from + index) + shift)
    expect(mannWhitneyP(sample(1), sample(1000))).to.be.above(0.01)
    expect(mannWhitneyP(sample(1), sample(1000, 0.3))).to.be.below(0.001)
  })
})
