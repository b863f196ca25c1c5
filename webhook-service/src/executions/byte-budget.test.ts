import { expect } from 'chai'
import { byteBudget } from './byte-budget.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

describe('byteBudget', () => {
  const budget = () => byteBudget({ small: 4 * mebibyte, large: 400 * mebibyte })

  it('gives one webhook an eighth of the budget of large bodies', () => {
    const { openReservation } = budget()
    openReservation('a').reserve(50 * mebibyte)
    expect(() => openReservation('a').reserve(mebibyte))
      .to.throw()
      .with.property('code', 'SERVICE_UNAVAILABLE')
    for (const id of 'bcdefgh') openReservation(id).reserve(50 * mebibyte)
    expect(() => openReservation('i').reserve(mebibyte))
      .to.throw()
      .with.property('data')
      .that.has.property('retry_after')
  })

  it('allows one body of 25 MiB per webhook however small the budget is', () => {
    const { openReservation } = byteBudget({ small: 0, large: 60 * mebibyte })
    openReservation('a').reserve(25 * mebibyte)
    expect(() => openReservation('a').reserve(mebibyte)).to.throw()
    openReservation('b').reserve(25 * mebibyte)
  })

  it('counts bodies up to 256 KiB separately, an eighth for one webhook', () => {
    const { openReservation, reservedBytes } = budget()
    for (const id of 'abcdefgh') openReservation(id).reserve(50 * mebibyte)
    openReservation('a').reserve(256 * kibibyte)
    openReservation('a').reserve(256 * kibibyte)
    expect(() => openReservation('a').reserve(1)).to.throw()
    openReservation('b').reserve(256 * kibibyte)
    expect(reservedBytes()).to.deep.equal({ small: 768 * kibibyte, large: 400 * mebibyte })
  })

  it('counts a body as large once it exceeds 256 KiB, and releases all of it', () => {
    const { openReservation, reservedBytes } = budget()
    {
      using reservation = openReservation('a')
      reservation.reserve(256 * kibibyte)
      expect(reservedBytes()).to.deep.equal({ small: 256 * kibibyte, large: 0 })
      reservation.reserve(1)
      expect(reservedBytes()).to.deep.equal({ small: 0, large: 256 * kibibyte + 1 })
    }
    expect(reservedBytes()).to.deep.equal({ small: 0, large: 0 })
  })
})
