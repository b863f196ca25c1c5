import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../testing/wait-until.ts'
import { batched } from './batched.ts'

describe('batched', () => {
  const slow = () => {
    const batches: { items: number[]; response: () => void }[] = []
    const load = (items: number[]) =>
      new Promise<string[]>((resolve) => {
        batches.push({ items, response: () => resolve(items.map((item) => `answer ${item}`)) })
      })
    return { batches, load }
  }

  it('merges calls of one event-loop turn, and each gets its own response', async () => {
    const { batches, load } = slow()
    const one = batched(load)
    const responses = Promise.all([one(1), one(2), one(3)])
    await turn()
    expect(batches.map(({ items }) => items)).to.deep.equal([[1, 2, 3]])
    batches[0]?.response()
    expect(await responses).to.deep.equal(['answer 1', 'answer 2', 'answer 3'])
  })

  it('queues calls while two batches are in flight, and never answers them from an older batch', async () => {
    const { batches, load } = slow()
    const one = batched(load)
    const responses: Promise<string>[] = []
    for (const item of [1, 2, 1, 2]) {
      responses.push(one(item))
      await turn()
    }
    expect(batches.map(({ items }) => items)).to.deep.equal([[1], [2]])
    batches[1]?.response()
    await responses[1]
    await turn()
    await turn()
    expect(batches.map(({ items }) => items)).to.deep.equal([[1], [2], [1, 2]])
    batches[0]?.response()
    batches[2]?.response()
    expect(await Promise.all(responses)).to.have.lengthOf(4)
  })

  it('waits as long as it may for the calls of later turns', async () => {
    const { batches, load } = slow()
    const one = batched(load, { lingerMs: () => 20 })
    const startedAt = performance.now()
    const responses = [one(1), one(2)]
    await turn()
    responses.push(one(3))
    await until(() => expect(batches.map(({ items }) => items)).to.deep.equal([[1, 2, 3]]))
    expect(performance.now() - startedAt).to.be.at.least(19)
    batches[0]?.response()
    expect(await Promise.all(responses)).to.have.lengthOf(3)
  })

  it('sends those that wait with the first that need not', async () => {
    const { batches, load } = slow()
    let lingerMs = 600_000
    const one = batched(load, { lingerMs: () => lingerMs })
    const responses = [one(1), one(2)]
    await turn()
    expect(batches).to.deep.equal([])
    lingerMs = 0
    responses.push(one(3))
    await turn()
    expect(batches.map(({ items }) => items)).to.deep.equal([[1, 2, 3]])
    batches[0]?.response()
    expect(await Promise.all(responses)).to.have.lengthOf(3)
  })

  it('splits batches above the maximum size', async () => {
    const { batches, load } = slow()
    const one = batched(load, { max: 2 })
    const responses = Promise.all([one(1), one(2), one(3)])
    await turn()
    await turn()
    expect(batches.map(({ items }) => items)).to.deep.equal([[1, 2], [3]])
    for (const { response } of batches) response()
    await responses
  })

  it('fails all calls of a batch that fails, and no later one', async () => {
    let isFailing = true
    const one = batched(async (items: number[]) => {
      if (isFailing) throw new Error('unavailable')
      return items
    })
    const failed = await Promise.allSettled([one(1), one(2)])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    isFailing = false
    expect(await one(3)).to.equal(3)
  })

  it('fails one call if its response is an error', async () => {
    const one = batched(async (items: number[]) =>
      items.map((item) => (item === 2 ? new Error('two') : item)),
    )
    const settled = await Promise.allSettled([one(1), one(2), one(3)])
    expect(settled.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fails if there are fewer answers than items', async () => {
    const one = batched(async (items: number[]) => items.slice(1))
    const error = await one(1).catch((cause: unknown) => cause)
    expect(String(error)).to.include('another number of answers')
  })
})
