import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import { sweeper } from './sweeper.ts'

describe('the sweeper', () => {
  it('uses the clock of the service, and continues after a failed sweep', async () => {
    const { log, lines } = logLines()
    const sweptTwice = Promise.withResolvers<void>()
    const times: number[] = []
    const sweep = async (now: number) => {
      if (times.push(now) === 1) throw new Error('the store is away')
      sweptTwice.resolve()
    }
    const sweeping = sweeper({ sweep, clock: { now: () => 7 }, log, everyMs: 1 })
    await sweptTwice.promise
    await sweeping.close()
    expect(times.slice(0, 2)).to.deep.equal([7, 7])
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['sweep of expired data failed'])
  })

  it('closes without waiting for the next sweep', async () => {
    const sweep = async () => expect.fail('it swept')
    const sweeping = sweeper({
      sweep,
      clock: { now: () => 0 },
      log: logLines().log,
      everyMs: 3_600_000,
    })
    await sweeping.close()
  })
})
