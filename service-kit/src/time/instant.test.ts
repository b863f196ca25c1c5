import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { instantNow, msSince } from './instant.ts'

describe('msSince', () => {
  it('includes time that only the wall clock shows, as after a suspend', () => {
    const clock = fakeClock()
    const instant = instantNow(clock)
    clock.advance(60_000)
    expect(msSince(instant, clock)).to.equal(60_000)
  })

  it('uses the monotonic clock if the wall clock was set back', () => {
    const instant = { monotonic: performance.now() - 500, wall: fakeClock().now() }
    const setBack = { now: () => instant.wall - 3_600_000 }
    expect(msSince(instant, setBack)).to.be.within(500, 5000)
  })
})
