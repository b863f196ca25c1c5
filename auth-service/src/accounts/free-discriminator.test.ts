import { expect } from 'chai'
import { anyDiscriminator, discriminators, freeDiscriminator } from './free-discriminator.ts'

const all = Array.from({ length: discriminators }, (_, index) => index + 1)

describe('free discriminator', () => {
  it('returns the last free one', () => {
    expect(freeDiscriminator(all.filter((number) => number !== 4711))).to.equal(4711)
    expect(freeDiscriminator(all.slice(1))).to.equal(1)
    expect(freeDiscriminator(all.slice(0, -1))).to.equal(discriminators)
  })

  it('returns null if all are taken', () => expect(freeDiscriminator(all)).to.equal(null))

  it('draws from all free ones', () => {
    const drawn = new Set(Array.from({ length: 200 }, () => freeDiscriminator(all.slice(4))))
    expect([...drawn].toSorted()).to.deep.equal([1, 2, 3, 4])
  })
})

describe('random discriminator', () => {
  it('is between 1 and 9999', () => {
    const drawn = Array.from({ length: 5000 }, anyDiscriminator)
    expect(Math.min(...drawn)).to.be.at.least(1)
    expect(Math.max(...drawn)).to.be.at.most(discriminators)
  })
})
