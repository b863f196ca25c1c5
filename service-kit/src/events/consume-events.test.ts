import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { InvalidDocumentError } from '@gatehouse/service-kit/storage/batched-insert'
import { group, useEventStream } from '@gatehouse/service-kit/testing/event-consumers'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { consumeEvents } from './consume-events.ts'
import { streamGroup } from './stream-group.ts'

const unavailable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('consumeEvents', () => {
  const { key, direct, proxy, redis, logged, closeLater, start, emit, pending, lag, settled, rejections } =
    useEventStream()

  it('stores events from before and after its start in order', async () => {
    const seen: string[] = []
    await emit('1')
    await emit('2')
    start(async ({ id }) => void seen.push(id))
    await settled()
    await emit('3')
    await settled()
    expect(seen).to.deep.equal(['1', '2', '3'])
  })

  it('counts the events that are not stored', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    let accepted = 0
    await emit('1')
    await emit('2')
    const consuming = start(() => {
      accepted += 1
      return waiting
    })
    await until(() => accepted === 2)
    expect(await consuming.lag()).to.equal(2)
    release()
    await settled()
    expect(await consuming.lag()).to.equal(0)
  })

  it('delivers each event to one of several consumers', async () => {
    const seen: string[] = []
    for (let count = 0; count < 3; count += 1) start(async ({ id }) => void seen.push(id))
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`)
    await Promise.all(ids.map((id) => emit(id)))
    await settled()
    expect(seen.toSorted()).to.deep.equal(ids.toSorted())
  })

  it('claims entries of a consumer that died, and not before the idle time', async () => {
    await direct().xgroup('CREATE', key(), group, '0', 'MKSTREAM')
    await emit('orphan')
    await direct().xreadgroup('GROUP', group, 'dead', 'STREAMS', key(), '>')
    const readAt = performance.now()
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await settled()
    expect(seen).to.deep.equal(['orphan'])
    expect(performance.now() - readAt).to.be.at.least(90)
  })

  it('does not acknowledge an event before it is stored, and retries while a store is unavailable', async () => {
    let failures = 0
    let isAvailable = false
    const seen: string[] = []
    start(async ({ id }) => {
      if (!isAvailable) {
        failures += 1
        throw unavailable
      }
      seen.push(id)
    })
    await emit('1')
    await until(() => failures > 1)
    expect(await pending()).to.equal(1)
    isAvailable = true
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('leaves entries it could not store to another consumer', async () => {
    let isAsked = false
    const closing = start(async () => {
      isAsked = true
      throw unavailable
    })
    await emit('1')
    await until(() => isAsked)
    await closing.close()
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('skips entries that are not events or cannot be stored, and counts both', async () => {
    const seen: string[] = []
    await direct().xadd(key(), '*', 'type', 'foreign')
    await emit('2', '{"id":')
    await emit('3')
    await emit('4')
    start(async ({ id }) => {
      if (id === '3') throw new InvalidDocumentError('too large')
      seen.push(id)
    })
    await settled()
    expect(seen).to.deep.equal(['4'])
    expect(await rejections()).to.deep.equal({ unreadable: 2, invalid: 1 })
    const said = logged().lines.map(({ msg }) => msg)
    expect(said.filter((line) => line === 'stream entry is not an event; skipped')).to.have.length(2)
    expect(said).to.include('event cannot be stored; skipped')
  })

  it('retries events that failed for another reason, without delaying the others', async () => {
    const seen: string[] = []
    let isBroken = true
    await emit('1')
    await emit('2')
    start(async ({ id }) => {
      if (id === '1' && isBroken) throw new Error('not allowed to write')
      seen.push(id)
    })
    await until(() => seen.length === 1)
    await emit('3')
    // An event is in `seen` before its entry is acknowledged.
    await until(async () => (await lag()) === 0 && (await pending()) === 1)
    expect(seen).to.deep.equal(['2', '3'])
    isBroken = false
    await settled()
    expect(seen).to.deep.equal(['2', '3', '1'])
    expect((await rejections()).failed).to.be.at.least(1)
  })

  it('retries only the events of a batch that failed', async () => {
    const seen: string[] = []
    let failures = 0
    await emit('1')
    await emit('2')
    start(async ({ id }) => {
      if (id === '1' && failures++ === 0) throw unavailable
      seen.push(id)
    })
    await settled()
    expect(seen).to.deep.equal(['2', '1'])
  })

  it('counts entries that were trimmed before they were stored', async () => {
    await direct().xgroup('CREATE', key(), group, '0', 'MKSTREAM')
    await emit('1')
    await direct().xreadgroup('GROUP', group, 'dead', 'STREAMS', key(), '>')
    await direct().xtrim(key(), 'MAXLEN', 0)
    start(async () => {})
    await until(async () => (await rejections()).trimmed === 1)
    expect(await pending()).to.equal(0)
  })

  it('reads at once again only after a full group', async () => {
    const reads: number[] = []
    const whole = streamGroup(redis(), { key: key(), group })
    const readNew = async (consumer: string) => {
      const entries = await whole.readNew(consumer)
      reads.push(entries.length)
      return entries
    }
    await Promise.all(Array.from({ length: 101 }, (_, index) => emit(`${index}`)))
    closeLater(
      consumeEvents({
        stream: { ...whole, readNew },
        source: key(),
        consumer: () => 'consumer',
        accept: async () => {},
        log: logged().log,
        pollMs: 3_600_000,
        claimEveryMs: 3_600_000,
        idleMs: 60_000,
      }),
    )
    await settled()
    await emit('later')
    for (let turns = 0; turns < 20; turns += 1) await direct().ping()
    expect(reads).to.deep.equal([100, 1])
  })

  it('reads nothing new while it cannot claim pending entries', async () => {
    const seen: string[] = []
    const left = streamGroup(redis(), { key: key(), group })
    let rejections = 0
    const claim = async (...given: Parameters<typeof left.claim>) => {
      if (rejections++ < 3) throw unavailable
      return left.claim(...given)
    }
    await emit('1')
    const times = { pollMs: 5, claimEveryMs: 5, idleMs: 60_000 }
    const accept = async ({ id }: Event) => void seen.push(id)
    const stream = { ...left, claim }
    const named = { stream, source: key(), consumer: () => 'one' }
    closeLater(consumeEvents({ ...named, accept, log: logged().log, ...times }))
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('continues after Redis was unavailable and after it lost the stream', async () => {
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await emit('1')
    await settled()
    proxy().cut()
    await emit('2')
    proxy().mend()
    await settled()
    await direct().del(key())
    await emit('3')
    await settled()
    // An event whose confirmation is late comes again.
    expect([...new Set(seen)]).to.deep.equal(['1', '2', '3'])
  })

  it('reads nothing while it has no consumer name', async () => {
    let isNamed = false
    let attempts = 0
    const seen: string[] = []
    start(
      async ({ id }) => void seen.push(id),
      () => {
        attempts += 1
        if (!isNamed) throw new Error('no name')
        return 'named'
      },
    )
    await emit('1')
    await until(() => attempts > 0)
    expect(seen).to.deep.equal([])
    isNamed = true
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('closes while Redis is unavailable', async () => {
    const consuming = start(async () => {})
    proxy().cut()
    await consuming.close()
  })
})
