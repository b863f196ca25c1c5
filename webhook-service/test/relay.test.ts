import { setTimeout as pause } from 'node:timers/promises'
import { snowflakeAt } from '@gatehouse/service-kit/ids/snowflake'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { OutboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import { expect } from 'chai'
import { leaseMs, useRelays } from './relay-harness.ts'

const never = () => new Promise<never>(() => {})

describe('the relay of messages', () => {
  const relays = useRelays()
  const { own, clock, start, kill, post, documents, stored, entries, published, states, marked } = relays

  it('publishes queued messages at once and in order, and stores their stream ids', async () => {
    const relaying = start({ pollMs: 60_000 })
    const ids: string[] = []
    for (let index = 0; index < 20; index += 1) ids.push(await post(relaying, `${index}`))
    expect(await published(20)).to.deep.equal(ids)
    await marked(20)
    expect((await entries(20)).map(({ id }) => id)).to.deep.equal(ids)
    const [first] = await stored()
    expect(first?.outbox.streamId).to.match(/^\d+-\d+$/)
  })

  it('reports the age of the oldest message that is not published', async () => {
    const other = start({ stream: { append: never } })
    kill(other)
    expect(await other.oldestPendingSeconds()).to.equal(0)
    const ids = [await post(other, 'first'), await post(other, 'second')]
    expect(await own.outbox.oldestPendingId()).to.equal(ids[0])
    const oldestPendingId = async () => snowflakeAt(clock.now() - 30_000)
    expect(await start({ outbox: { oldestPendingId } }).oldestPendingSeconds()).to.equal(30)
  })

  it('does not mark messages as published whose lease expired and was renewed', async () => {
    const gone = start({ pollMs: 60_000 })
    await gone.close()
    const id = await post(gone, 'changed since', false)
    const { leaseUntil } = gone.lease()
    clock.advance(leaseMs)
    await own.outbox.claim({ now: clock.now(), leaseMs, max: 1 })
    await own.outbox.markPublished([{ id, streamId: '1-1', leaseUntil }])
    expect(await states()).to.deep.equal(['pending'])
    await own.outbox.markPublished([{ id, streamId: '1-2', leaseUntil: clock.now() + leaseMs }])
    expect(await states()).to.deep.equal(['published'])
  })

  it('marks a batch in one step, each message only under its own lease', async () => {
    const gone = start({ pollMs: 60_000 })
    await gone.close()
    const ids: string[] = []
    const leases: number[] = []
    for (let index = 0; index < 3; index += 1) {
      leases.push(gone.lease().leaseUntil)
      ids.push(await post(gone, `${index}`, false))
      clock.advance(1)
    }
    const entries = ids.map((id, index) => ({
      id,
      streamId: `${index + 1}-1`,
      // The lease of another message of the batch.
      leaseUntil: leases[index === 0 ? 1 : index] ?? 0,
    }))
    await own.outbox.markPublished(entries)
    expect((await stored()).map(({ outbox }) => [outbox.state, outbox.streamId])).to.deep.equal([
      ['pending', undefined],
      ['published', '3-1'],
      ['published', '3-1'],
    ])
  })

  it('does not publish messages leased by another process', async () => {
    const other = start({ stream: { append: never } })
    kill(other)
    await post(other, 'theirs')
    const relaying = start()
    const id = await post(relaying, 'ours')
    expect(await published(1)).to.deep.equal([id])
    await marked(1)
    expect((await states()).toSorted()).to.deep.equal(['pending', 'published'])
  })

  type Die = () => Promise<never>
  const deaths: [step: string, partsOf: (die: Die) => Parameters<typeof start>[0], early: number][] = [
    ['before publishing', (die) => ({ stream: { append: die } }), 0],
    ['between publishing and marking', (die) => ({ outbox: { markPublished: die } }), 1],
  ]
  for (const [step, partsOf, early] of deaths) {
    it(`loses nothing when a process dies ${step}`, async () => {
      const death = Promise.withResolvers<void>()
      const die = () => {
        death.resolve()
        return never()
      }
      const dying = start({ ...partsOf(die), pollMs: 60_000 })
      const ids = [await post(dying, 'one'), await post(dying, 'two')]
      await death.promise
      kill(dying)
      clock.advance(leaseMs)
      start()
      await marked(2)
      const all = await published(early + 2)
      expect([...new Set(all)]).to.have.members(ids)
      expect(all.slice(-2)).to.deep.equal(ids)
    })
  }

  it('loses nothing when a process dies after the insert', async () => {
    const gone = start({ pollMs: 60_000 })
    await gone.close()
    const ids = [await post(gone, 'one', false), await post(gone, 'two', false)]
    clock.advance(leaseMs)
    start()
    expect(await published(2)).to.deep.equal(ids)
    await marked(2)
  })

  it('skips an unreadable document and publishes the following ones', async () => {
    const gone = start({ pollMs: 60_000 })
    const ids = [await post(gone, 'one', false), await post(gone, 'two', false)]
    await gone.close()
    await documents().updateOne({ _id: toSortable(ids[0] ?? '') }, { $unset: { timestamp: 1 } })
    clock.advance(leaseMs)
    start()
    expect(await published(1)).to.deep.equal([ids[1]])
    await marked(1)
    expect(await states()).to.deep.equal(['unreadable', 'published'])

    // As after an upgrade that can read it.
    await documents().updateOne({ _id: toSortable(ids[0] ?? '') }, { $set: { timestamp: 0 } })
    expect(await own.outbox.retryUnreadable()).to.equal(1)
    expect(await published(2)).to.deep.equal([ids[1], ids[0]])
    expect(await own.outbox.retryUnreadable()).to.equal(0)
  })

  it('loses nothing when a process dies after claiming', async () => {
    const gone = start({ pollMs: 60_000 })
    const id = await post(gone, 'orphan', false)
    await gone.close()
    clock.advance(leaseMs)
    const claiming = start({ stream: { append: never } })
    kill(claiming)
    const isFree = async () => (await stored()).some(({ outbox }) => outbox.leaseUntil <= clock.now())
    while (await isFree()) await pause(5)
    const third = start()
    clock.advance(leaseMs)
    expect(await published(1)).to.deep.equal([id])
    await marked(1)
    await third.close()
  })

  it('publishes each orphaned message once with several relays', async () => {
    const gone = start({ pollMs: 60_000 })
    await gone.close()
    const ids: string[] = []
    while (ids.length < 300)
      ids.push(...(await Promise.all(Array.from({ length: 30 }, () => post(gone, 'x', false)))))
    clock.advance(leaseMs)
    for (let count = 0; count < 4; count += 1) start()
    await marked(300)
    const all = await published(300)
    expect(all).to.have.length(300)
    expect(new Set(all)).to.deep.equal(new Set(ids))
  })

  it('publishes everything in order once Redis is available', async () => {
    const relaying = start()
    own.proxy.cut()
    const ids: string[] = []
    for (let index = 0; index < 10; index += 1) ids.push(await post(relaying, `${index}`))
    expect(await states()).to.deep.equal(Array(10).fill('pending'))
    own.proxy.mend()
    await marked(10)
    expect(await published(10)).to.deep.equal(ids)
  })

  it('retries without limit while Redis fails, and marks nothing as unreadable', async () => {
    let failures = 0
    const append: OutboxStream['append'] = async (publications) => {
      if (failures >= 6) return own.stream.append(publications)
      failures += 1
      // A day later; then the lease has expired too.
      clock.advance(24 * 3_600_000)
      return { published: [], error: new Error('OOM command not allowed') }
    }
    const relaying = start({ stream: { append } })
    const ids = [await post(relaying, '1'), await post(relaying, '2')]
    while (failures < 4) await pause(5)
    expect(await states()).to.deep.equal(['pending', 'pending'])
    await marked(2)
    expect(await published(2)).to.deep.equal(ids)
  })

  it('publishes in order after losing its lease', async () => {
    const relaying = start()
    own.proxy.cut()
    const early = [await post(relaying, '1'), await post(relaying, '2')]
    clock.advance(leaseMs)
    const late = [await post(relaying, '3'), await post(relaying, '4')]
    own.proxy.mend()
    await marked(4)
    expect(await published(4)).to.deep.equal([...early, ...late])
  })

  it('publishes its messages before it closes', async () => {
    const relaying = start()
    const id = await post(relaying, 'last')
    await relaying.close()
    expect(await published(1)).to.deep.equal([id])
  })

  it('closes while Redis is unavailable', async () => {
    const relaying = start()
    own.proxy.cut()
    await post(relaying, 'waits')
    await relaying.close()
    expect(await states()).to.deep.equal(['pending'])
  })

  it('trims the stream', async () => {
    relays.limitStream(100)
    const relaying = start()
    for (let index = 0; index < 400; index += 1) await post(relaying, `${index}`)
    await marked(400)
    expect(await relays.streamLength()).to.be.within(100, 300)
  })
})
