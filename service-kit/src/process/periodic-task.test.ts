import { expect } from 'chai'
import { logLines } from '../../testing/log-lines.ts'
import { periodicTask } from './periodic-task.ts'

describe('a periodic task', () => {
  it('uses the clock of the service, and continues after it failed', async () => {
    const { log, lines } = logLines()
    const ranTwice = Promise.withResolvers<void>()
    const times: number[] = []
    const run = async (now: number) => {
      if (times.push(now) === 1) throw new Error('the store is away')
      ranTwice.resolve()
    }
    const task = periodicTask({ name: 'avatars', run, clock: { now: () => 7 }, log, everyMs: 1 })
    await ranTwice.promise
    await task.close()
    expect(times.slice(0, 2)).to.deep.equal([7, 7])
    expect(lines.map(({ msg, task }) => [msg, task])).to.deep.equal([
      ['periodic task failed; retrying', 'avatars'],
    ])
  })

  it('closes without waiting for the next run', async () => {
    const run = async () => expect.fail('it ran')
    const clock = { now: () => 0 }
    const task = periodicTask({ name: 'avatars', run, clock, log: logLines().log, everyMs: 3_600_000 })
    await task.close()
  })
})
