import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { InvalidDocumentError } from '@gatehouse/service-kit/storage/insert-each'
import { type OpenedRedis, openRedis } from '@gatehouse/service-kit/storage/redis'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { consumeEvents } from './consume-events.ts'
import { eventJson } from './event-json.ts'
import { rejectedEvents } from './event-metrics.ts'
import { eventFields } from './event-stream.ts'
import { streamGroup } from './stream-group.ts'

const group = 'audit'
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('a consumer of events', () => {
  let store: TempStore
  let proxy: TcpProxy
  let opened: OpenedRedis
  let direct: Redis
  let key: string
  let running: ReturnType<typeof consumeEvents>[] = []
  let logged: ReturnType<typeof logLines>

  before(async () => {
    store = tempStore()
    proxy = await tcpProxy(store.redisUrl)
    direct = new Redis(store.redisUrl)
    opened = await openRedis({ url: `redis://127.0.0.1:${proxy.port}`, log: logLines().log })
  })
  after(async () => {
    direct.disconnect()
    await opened.close()
    await proxy.close()
    await store.drop()
  })
  let files = 0
  beforeEach(() => {
    key = `${store.redisPrefix}${files++}:events:test`
    logged = logLines()
  })
  afterEach(async () => {
    proxy.mend()
    await Promise.all(running.map((each) => each.close()))
    running = []
  })

  function start(accept: (event: Event) => Promise<void>, name?: () => string) {
    const number = running.length
    const consuming = consumeEvents({
      stream: streamGroup(opened.redis, { key, group }),
      source: key,
      consumer: name ?? (() => `consumer-${number}`),
      accept,
      log: logged.log,
      pollMs: 5,
      takeOverEveryMs: 5,
      idleMs: 100,
    })
    running.push(consuming)
    return consuming
  }

  const tell = (id: string, json = eventJson(eventOf(id))) =>
    direct.xadd(key, '*', ...eventFields({ id, type: 'test.act', json }))
  const unseen = async () => Number((await direct.xpending(key, group))[0])
  const lag = async () => {
    const [about] = (await direct.xinfo('GROUPS', key)) as [string[]]
    return Number(about[about.indexOf('lag') + 1])
  }
  async function settled(): Promise<void> {
    await until(async () => (await direct.exists(key)) > 0)
    await until(async () => ((await direct.xinfo('GROUPS', key)) as unknown[]).length > 0)
    await until(async () => (await lag()) === 0 && (await unseen()) === 0)
  }

  it('sees to what was told before it began and to what is told later, in order', async () => {
    const seen: string[] = []
    await tell('1')
    await tell('2')
    start(async ({ id }) => void seen.push(id))
    await settled()
    await tell('3')
    await settled()
    expect(seen).to.deep.equal(['1', '2', '3'])
  })

  it('shares the work: of several consumers each event goes to one', async () => {
    const seen: string[] = []
    for (let count = 0; count < 3; count += 1) start(async ({ id }) => void seen.push(id))
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`)
    await Promise.all(ids.map((id) => tell(id)))
    await settled()
    expect(seen.toSorted()).to.deep.equal(ids.toSorted())
  })

  it('takes over what a consumer that died was given, and not before its time', async () => {
    await direct.xgroup('CREATE', key, group, '0', 'MKSTREAM')
    await tell('orphan')
    await direct.xreadgroup('GROUP', group, 'dead', 'STREAMS', key, '>')
    const givenAt = performance.now()
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await settled()
    expect(seen).to.deep.equal(['orphan'])
    expect(performance.now() - givenAt).to.be.at.least(90)
  })

  it('acknowledges nothing that was not seen to, and tries again while a store is away', async () => {
    let failures = 0
    const seen: string[] = []
    start(async ({ id }) => {
      if (failures++ === 0) throw away
      seen.push(id)
    })
    await tell('1')
    await until(() => failures > 0)
    expect(await unseen()).to.equal(1)
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('leaves what it could not see to before it closed to another consumer', async () => {
    let isAsked = false
    const closing = start(async () => {
      isAsked = true
      throw away
    })
    await tell('1')
    await until(() => isAsked)
    await closing.close()
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  const rejections = async () => {
    const { values } = await rejectedEvents.get()
    const ours = values.filter(({ labels }) => labels.source === key)
    return Object.fromEntries(ours.map(({ labels, value }) => [labels.reason, value]))
  }

  it('skips what is no event and what can never be stored, and counts both', async () => {
    const seen: string[] = []
    await direct.xadd(key, '*', 'type', 'foreign')
    await tell('2', '{"id":')
    await tell('3')
    await tell('4')
    start(async ({ id }) => {
      if (id === '3') throw new InvalidDocumentError('too large')
      seen.push(id)
    })
    await settled()
    expect(seen).to.deep.equal(['4'])
    expect(await rejections()).to.deep.equal({ unreadable: 2, invalid: 1 })
    const said = logged.lines.map(({ msg }) => msg)
    expect(said.filter((line) => line === 'stream entry is not an event; skipped')).to.have.length(2)
    expect(said).to.include('event cannot be stored; skipped')
  })

  it('tries later what failed for another reason, and does not hold up the others for it', async () => {
    const seen: string[] = []
    let isBroken = true
    await tell('1')
    await tell('2')
    start(async ({ id }) => {
      if (id === '1' && isBroken) throw new Error('not allowed to write')
      seen.push(id)
    })
    await until(() => seen.length === 1)
    await tell('3')
    await until(() => seen.length === 2)
    expect(seen).to.deep.equal(['2', '3'])
    expect(await unseen(), 'nothing is acknowledged that is not stored').to.equal(1)
    isBroken = false
    await settled()
    expect(seen).to.deep.equal(['2', '3', '1'])
    expect((await rejections()).failed).to.be.at.least(1)
  })

  it('keeps of a batch only what the store that is away refused', async () => {
    const seen: string[] = []
    let failures = 0
    await tell('1')
    await tell('2')
    start(async ({ id }) => {
      if (id === '1' && failures++ === 0) throw away
      seen.push(id)
    })
    await settled()
    expect(seen).to.deep.equal(['2', '1'])
  })

  it('counts what was trimmed from the stream before it was stored', async () => {
    await direct.xgroup('CREATE', key, group, '0', 'MKSTREAM')
    await tell('1')
    await direct.xreadgroup('GROUP', group, 'dead', 'STREAMS', key, '>')
    await direct.xtrim(key, 'MAXLEN', 0)
    start(async () => {})
    await until(async () => (await rejections()).trimmed === 1)
    expect(await unseen()).to.equal(0)
  })

  it('reads nothing new while it cannot take over what was left', async () => {
    const seen: string[] = []
    const left = streamGroup(opened.redis, { key, group })
    let refusals = 0
    const takeOver = async (...given: Parameters<typeof left.takeOver>) => {
      if (refusals++ < 3) throw away
      return left.takeOver(...given)
    }
    await tell('1')
    const times = { pollMs: 5, takeOverEveryMs: 5, idleMs: 60_000 }
    const accept = async ({ id }: Event) => void seen.push(id)
    const stream = { ...left, takeOver }
    const named = { stream, source: key, consumer: () => 'one' }
    running.push(consumeEvents({ ...named, accept, log: logged.log, ...times }))
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('goes on after Redis was away, and after it lost the stream', async () => {
    const seen: string[] = []
    start(async ({ id }) => void seen.push(id))
    await tell('1')
    await settled()
    proxy.cut()
    await tell('2')
    proxy.mend()
    await settled()
    await direct.del(key)
    await tell('3')
    await settled()
    expect(seen).to.deep.equal(['1', '2', '3'])
  }).timeout(10_000)

  it('reads nothing while it has no name', async () => {
    let isNamed = false
    let asked = 0
    const seen: string[] = []
    start(
      async ({ id }) => void seen.push(id),
      () => {
        asked += 1
        if (!isNamed) throw new Error('no name')
        return 'named'
      },
    )
    await tell('1')
    await until(() => asked > 0)
    expect(seen).to.deep.equal([])
    isNamed = true
    await settled()
    expect(seen).to.deep.equal(['1'])
  })

  it('closes while Redis is away', async () => {
    const consuming = start(async () => {})
    proxy.cut()
    await consuming.close()
  })
})

function eventOf(id: string): Event {
  return {
    ...{ id, at: new Date(0), type: 'test.act', outcome: 'ok', requestId: '', detail: {} },
    clientInfo: undefined,
  }
}
