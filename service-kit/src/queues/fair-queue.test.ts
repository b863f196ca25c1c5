import { expect } from 'chai'
import { fairQueue } from './fair-queue.ts'

type Work = { who: string; number: number }

describe('fairQueue', () => {
  const fill = (...amounts: [who: string, amount: number][]) => {
    const queue = fairQueue<Work>()
    for (const [who, amount] of amounts) {
      for (let number = 1; number <= amount; number++) queue.add(who.split('/'), { who, number })
    }
    return queue
  }
  const taken = (queue: ReturnType<typeof fill>, most = 99) => {
    const names: string[] = []
    for (let one = queue.next(); one && names.length < most; one = queue.next())
      names.push(one.who + one.number)
    return names.join(' ')
  }

  it('serves the clients in turn, and the items of one client in order', () => {
    expect(taken(fill(['a', 4], ['b', 2], ['c', 1]))).to.equal('a1 b1 c1 a2 b2 a3 a4')
  })

  it('lets a new client wait one round, however many items others have queued', () => {
    const queue = fill(['a', 10_000], ['b', 5])
    queue.next()
    queue.add(['new'], { who: 'new', number: 1 })
    expect(taken(queue, 3)).to.equal('b1 a2 new1')
  })

  it('gives a client that comes back no extra turn', () => {
    const queue = fill(['a', 1], ['b', 2])
    expect(queue.next()).to.deep.equal({ who: 'a', number: 1 })
    queue.add(['a'], { who: 'a', number: 2 })
    expect(taken(queue)).to.equal('b1 a2 b2')
  })

  it('drops the newest item of the client with most items', () => {
    const queue = fill(['a', 3], ['b', 5], ['c', 1])
    expect(queue.canDisplaceFor(['new'])).to.equal(true)
    expect(queue.displaceFor(['new'])).to.deep.equal({ who: 'b', number: 5 })
    expect(queue.size()).to.equal(8)
  })

  it('drops nothing for a client that has most items, or would have as many', () => {
    const queue = fill(['a', 3], ['b', 2])
    expect(['a', 'b'].map((who) => queue.canDisplaceFor([who]))).to.deep.equal([false, false])
    expect(fill(['a', 1]).canDisplaceFor(['new'])).to.equal(false)
    expect(fill().canDisplaceFor(['new'])).to.equal(false)
    expect(fill().displaceFor(['new'])).to.equal(undefined)
  })

  it('gives clients that want the whole queue equal shares', () => {
    const queue = fill(['a', 12])
    for (const who of ['b', 'c']) {
      for (let number = 1; number <= 12; number++)
        if (queue.displaceFor([who])) queue.add([who], { who, number })
    }
    const names = taken(queue).split(' ')
    const counts = ['a', 'b', 'c'].map((who) => names.filter((name) => name.startsWith(who)).length)
    expect(counts).to.deep.equal([4, 4, 4])
  })

  it('serves networks in turn, and in each its addresses', () => {
    const queue = fill(['a/1', 2], ['a/2', 2], ['a/3', 2], ['b/1', 2], ['c', 1])
    expect(taken(queue)).to.equal('a/11 b/11 c1 a/21 b/12 a/31 a/12 a/22 a/32')
  })

  it('displaces for an address of a large network only within it', () => {
    const queue = fill(['a/1', 3], ['a/2', 1], ['b/1', 2])
    expect(queue.canDisplaceFor(['b', '2'])).to.equal(true)
    expect(queue.displaceFor(['a', '3'])).to.deep.equal({ who: 'a/1', number: 3 })
    expect(
      [['a', '2'], ['a', '3'], ['b', '2'], ['c']].map((path) => queue.canDisplaceFor(path)),
    ).to.deep.equal([false, true, true, true])
    expect(queue.size()).to.equal(5)
  })

  it('is empty after each item was served, displaced or removed, in any order', () => {
    for (const order of ['next', 'displace', 'remove']) {
      const queue = fill(['a/1', 3], ['a/2', 2], ['b/1', 1])
      const removed = { who: 'a/1', number: 9 }
      queue.add(['a', '1'], removed)
      if (order === 'remove') expect(queue.remove(['a', '1'], removed)).to.equal(true)
      if (order === 'displace') expect(queue.displaceFor(['new'])).to.equal(removed)
      expect(taken(queue).split(' ')).to.have.lengthOf(order === 'next' ? 7 : 6)
      expect([queue.size(), queue.canDisplaceFor(['new'])]).to.deep.equal([0, false])
    }
  })

  it('removes an item once', () => {
    const queue = fairQueue<Work>()
    const one = { who: 'a', number: 1 }
    queue.add(['a'], one)
    expect([queue.remove(['a'], one), queue.remove(['a'], one), queue.size()]).to.deep.equal([true, false, 0])
    expect(queue.next()).to.equal(undefined)
  })
})
