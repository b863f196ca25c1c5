import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { batched } from './batched.ts'

describe('gathered questions', () => {
  const slow = () => {
    const asked: { items: number[]; answer: () => void }[] = []
    const ask = (items: number[]) =>
      new Promise<string[]>((resolve) => {
        asked.push({ items, answer: () => resolve(items.map((item) => `answer ${item}`)) })
      })
    return { asked, ask }
  }

  it('go together when they come in one turn, and each gets its own answer', async () => {
    const { asked, ask } = slow()
    const one = batched(ask)
    const answers = Promise.all([one(1), one(2), one(3)])
    await turn()
    expect(asked.map(({ items }) => items)).to.deep.equal([[1, 2, 3]])
    asked[0]?.answer()
    expect(await answers).to.deep.equal(['answer 1', 'answer 2', 'answer 3'])
  })

  it('wait for an answer while two are on their way, and are never answered by an older question', async () => {
    const { asked, ask } = slow()
    const one = batched(ask)
    const answers: Promise<string>[] = []
    for (const item of [1, 2, 1, 2]) {
      answers.push(one(item))
      await turn()
    }
    expect(asked.map(({ items }) => items)).to.deep.equal([[1], [2]])
    asked[1]?.answer()
    await answers[1]
    await turn()
    await turn()
    expect(asked.map(({ items }) => items)).to.deep.equal([[1], [2], [1, 2]])
    asked[0]?.answer()
    asked[2]?.answer()
    expect(await Promise.all(answers)).to.have.lengthOf(4)
  })

  it('go in several when there are too many', async () => {
    const { asked, ask } = slow()
    const one = batched(ask, { most: 2 })
    const answers = Promise.all([one(1), one(2), one(3)])
    await turn()
    await turn()
    expect(asked.map(({ items }) => items)).to.deep.equal([[1, 2], [3]])
    for (const { answer } of asked) answer()
    await answers
  })

  it('fail together, and those that come later do not', async () => {
    let isAway = true
    const one = batched(async (items: number[]) => {
      if (isAway) throw new Error('away')
      return items
    })
    const failed = await Promise.allSettled([one(1), one(2)])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    isAway = false
    expect(await one(3)).to.equal(3)
  })

  it('fail alone when only their own answer is an error', async () => {
    const one = batched(async (items: number[]) =>
      items.map((item) => (item === 2 ? new Error('two') : item)),
    )
    const settled = await Promise.allSettled([one(1), one(2), one(3)])
    expect(settled.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fail when an item was left without an answer', async () => {
    const one = batched(async (items: number[]) => items.slice(1))
    const error = await one(1).catch((cause: unknown) => cause)
    expect(String(error)).to.include('not answered')
  })
})
