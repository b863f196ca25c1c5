import { expect } from 'chai'
import { minimumAgeIn } from './minimum-age.ts'

describe('minimum age by country', () => {
  for (const [country, age] of [
    ['US', 13],
    ['GB', 13],
    ['AT', 14],
    ['VE', 14],
    ['FR', 15],
    ['VN', 15],
    ['DE', 16],
    ['SX', 16],
    ['XX', 13],
  ] as const) {
    it(`is ${age} in ${country}`, () => expect(minimumAgeIn(country)).to.equal(age))
  }

  it('is the strictest for an unknown country', () => expect(minimumAgeIn(null)).to.equal(16))
})
