import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { isSnowflake, snowflakeEpoch, snowflakes, snowflakeTime } from './snowflake.ts'

describe('snowflakes', () => {
  it('contain time, worker and sequence', () => {
    const clock = fakeClock(snowflakeEpoch + 1)
    const next = snowflakes({ clock, worker: () => 5 })
    expect(BigInt(next())).to.equal((1n << 22n) | (5n << 12n))
    expect(BigInt(next())).to.equal((1n << 22n) | (5n << 12n) | 1n)
  })

  it('contain their creation time', () => {
    const clock = fakeClock()
    expect(snowflakeTime(snowflakes({ clock, worker: () => 1023 })())).to.equal(clock.now())
  })

  it('ascend without duplicates beyond 4,096 in one millisecond', () => {
    const next = snowflakes({ clock: fakeClock(), worker: () => 1 })
    const ids = Array.from({ length: 20_000 }, () => BigInt(next()))
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id))).to.equal(true)
  })

  it('ascend when the clock goes back', () => {
    let now = snowflakeEpoch + 10_000
    const next = snowflakes({ clock: { now: () => now }, worker: () => 1 })
    const before = BigInt(next())
    now -= 5000
    expect(BigInt(next()) > before).to.equal(true)
  })

  it('are not generated without a worker number', () => {
    const worker = () => {
      throw new Error('lost')
    }
    expect(snowflakes({ clock: fakeClock(), worker })).to.throw('lost')
  })

  it('are recognised by isSnowflake', () => {
    for (const id of ['0', '1', '1234567890123456789', '9223372036854775807'])
      expect(isSnowflake(id), id).to.equal(true)
    for (const id of [
      '',
      '00',
      '01',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1.0',
      '1e3',
      '9223372036854775808',
      '99999999999999999999',
      'a',
      '١',
    ]) {
      expect(isSnowflake(id), id).to.equal(false)
    }
  })
})
