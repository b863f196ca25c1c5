import { expect } from 'chai'
import { fakeClock } from '../../testing/fake-clock.ts'
import { createLogger } from '../process/log.ts'
import type { Publication, Published } from './publication.ts'
import { relay } from './relay.ts'

const batchSize = 256
const never = 3_600_000

describe('a relay with a batch delay', () => {
  const appended: string[][] = []
  const marked: string[][] = []
  let changed = Promise.withResolvers<void>()
  const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)

  function start(batchDelayMs: number) {
    appended.length = 0
    marked.length = 0
    const relaying = relay({
      outbox: {
        claim: async () => ({ publications: [], unreadable: [] }),
        oldestPendingId: async () => null,
        async markPublished(published: Published[]) {
          marked.push(idsOf(published))
          changed.resolve()
        },
      },
      stream: {
        async append(publications: Publication[]) {
          appended.push(idsOf(publications))
          const published = publications.map(({ id, leaseUntil }) => ({ id, leaseUntil, streamId: '1-1' }))
          return { published, error: null }
        },
      },
      clock: fakeClock(),
      log: createLogger({ name: 'test', level: 'silent' }),
      what: 'events',
      leaseMs: never,
      pollMs: never,
      batchDelayMs,
    })
    changed = Promise.withResolvers()
    return relaying
  }

  const enqueue = (relaying: ReturnType<typeof relay>, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const id = String(from + index)
      relaying.enqueue({ id, fields: [], leaseUntil: relaying.lease().leaseUntil })
      return id
    })

  it('publishes and marks the entries of several requests in one batch', async () => {
    const relaying = start(50)
    const ids = enqueue(relaying, 0, 3)
    // Later than the first ones, but before the delay is over.
    await new Promise(setImmediate)
    expect(appended).to.deep.equal([])
    ids.push(...enqueue(relaying, 3, 5))
    await changed.promise
    expect([appended, marked]).to.deep.equal([[ids], [ids]])
    await relaying.close()
  })

  it('publishes a full batch before the delay is over', async () => {
    const relaying = start(never)
    const ids = enqueue(relaying, 0, batchSize)
    await changed.promise
    expect([appended, marked]).to.deep.equal([[ids], [ids]])
    await relaying.close()
  })

  it('publishes the entries of an incomplete batch before it closes', async () => {
    const relaying = start(never)
    const ids = enqueue(relaying, 0, 2)
    await relaying.close()
    expect([appended, marked]).to.deep.equal([[ids], [ids]])
  })
})
