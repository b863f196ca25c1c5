import { expect } from 'chai'
import { byteBudget } from './byte-budget.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

describe('byteBudget', () => {
  const budget = () => byteBudget({ small: 4 * mebibyte, large: 400 * mebibyte })

  it('gives one webhook an eighth of the budget of large bodies', () => {
    const { open } = budget()
    open('a').acquire(50 * mebibyte)
    expect(() => open('a').acquire(mebibyte))
      .to.throw()
      .with.property('code', 'SERVICE_UNAVAILABLE')
    for (const id of 'bcdefgh') open(id).acquire(50 * mebibyte)
    expect(() => open('i').acquire(mebibyte))
      .to.throw()
      .with.property('data')
      .that.has.property('retry_after')
  })

  it('allows one body of 25 MiB per webhook however small the budget is', () => {
    const { open } = byteBudget({ small: 0, large: 60 * mebibyte })
    open('a').acquire(25 * mebibyte)
    expect(() => open('a').acquire(mebibyte)).to.throw()
    open('b').acquire(25 * mebibyte)
  })

  it('counts bodies up to 256 KiB separately, an eighth for one webhook', () => {
    const { open, inFlight } = budget()
    for (const id of 'abcdefgh') open(id).acquire(50 * mebibyte)
    open('a').acquire(256 * kibibyte)
    open('a').acquire(256 * kibibyte)
    expect(() => open('a').acquire(1)).to.throw()
    open('b').acquire(256 * kibibyte)
    expect(inFlight()).to.deep.equal({ small: 768 * kibibyte, large: 400 * mebibyte })
  })

  it('counts a body as large once it exceeds 256 KiB, and releases all of it', () => {
    const { open, inFlight } = budget()
    {
      using share = open('a')
      share.acquire(256 * kibibyte)
      expect(inFlight()).to.deep.equal({ small: 256 * kibibyte, large: 0 })
      share.acquire(1)
      expect(inFlight()).to.deep.equal({ small: 0, large: 256 * kibibyte + 1 })
    }
    expect(inFlight()).to.deep.equal({ small: 0, large: 0 })
  })
})
