import { expect } from 'chai'
import { isMovable, movableClock, systemClock } from './clock.ts'

describe('movableClock', () => {
  it('stays ahead by the time it was advanced', () => {
    const clock = movableClock({ now: () => 1000 })
    clock.advance(500)
    clock.advance(1)
    expect(clock.now()).to.equal(1501)
  })

  it('does not move back', () => {
    const clock = movableClock()
    expect(() => clock.advance(-1)).to.throw(RangeError)
    expect(() => clock.advance(Number.NaN)).to.throw(RangeError)
  })

  it('is movable, unlike the system clock', () => {
    expect(isMovable(movableClock())).to.equal(true)
    expect(isMovable(systemClock)).to.equal(false)
  })
})
