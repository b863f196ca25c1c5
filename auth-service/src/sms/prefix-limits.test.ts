import { expect } from 'chai'
import { prefixLimits } from './prefix-limits.ts'

describe('prefixLimits', () => {
  it('returns the longest prefixes first', () => {
    expect(prefixLimits(['+1=2000', '+1876=0', '+49=500'])).to.deep.equal([
      { prefix: '+1876', limit: 0 },
      { prefix: '+49', limit: 500 },
      { prefix: '+1', limit: 2000 },
    ])
  })
})
