import { expect } from 'chai'
import { isMovable, movableClock, systemClock } from './clock.ts'

describe('clock', () => {
  it('stays ahead by what it was advanced', () => {
    const clock = movableClock({ now: () => 1000 })
    clock.advance(500)
    clock.advance(1)
    expect(clock.now()).to.equal(1501)
  })

  it('refuses to go back', () => {
    const clock = movableClock()
    expect(() => clock.advance(-1)).to.throw(RangeError)
    expect(() => clock.advance(Number.NaN)).to.throw(RangeError)
  })

  it('can be moved only if it was made for it', () => {
    expect(isMovable(movableClock())).to.equal(true)
    expect(isMovable(systemClock)).to.equal(false)
  })
})
