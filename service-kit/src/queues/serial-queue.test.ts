import { expect } from 'chai'
import { rejected } from '../../testing/rejected.ts'
import { serialQueue } from './serial-queue.ts'

describe('serialQueue', () => {
  it('runs tasks of one key in order, also after one that failed, and other keys beside them', async () => {
    const inTurn = serialQueue({ maxSize: 9 })
    const first = Promise.withResolvers<void>()
    const log: string[] = []
    const failing = inTurn('a', () => first.promise.then(() => Promise.reject(new Error('failed'))))
    const second = inTurn('a', async () => log.push('a2'))
    await inTurn('b', async () => log.push('b'))
    first.resolve()
    expect(await failing.catch((error: Error) => error.message)).to.equal('failed')
    await second
    expect(log).to.deep.equal(['b', 'a2'])
  })

  it('rejects a task if too many tasks of its key are waiting', async () => {
    const inTurn = serialQueue({ maxSize: 1 })
    const first = Promise.withResolvers<void>()
    const running = inTurn('a', () => first.promise)
    expect((await rejected(inTurn('a', async () => {}))).code).to.equal('SERVICE_UNAVAILABLE')
    first.resolve()
    await running
    await inTurn('a', async () => {})
  })
})
