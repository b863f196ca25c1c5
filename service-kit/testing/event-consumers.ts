import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { Redis } from 'ioredis'
import { consumeEvents } from '../src/events/consume-events.ts'
import { eventJson } from '../src/events/event-json.ts'
import { rejectedEvents } from '../src/events/event-metrics.ts'
import { eventFields } from '../src/events/event-stream.ts'
import { streamGroup } from '../src/events/stream-group.ts'
import { type OpenedRedis, openRedis } from '../src/storage/redis.ts'
import { logLines } from './log-lines.ts'
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'
import { type TempStore, tempStore } from './temp-store.ts'
import { until } from './wait-until.ts'

export const group = 'audit'

/** A stream of domain events for each test of a `describe`, and consumers that reach it over a proxy. */
export function useEventStream() {
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
  let streams = 0
  beforeEach(() => {
    key = `${store.redisPrefix}${streams++}:events:test`
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
      claimEveryMs: 5,
      idleMs: 100,
    })
    running.push(consuming)
    return consuming
  }

  const emit = (id: string, json = eventJson(eventOf(id))) =>
    direct.xadd(key, '*', ...eventFields({ id, type: 'test.event', json }))
  const pending = async () => Number((await direct.xpending(key, group))[0])
  const lag = async () => {
    const [about] = (await direct.xinfo('GROUPS', key)) as [string[]]
    return Number(about[about.indexOf('lag') + 1])
  }
  async function settled(): Promise<void> {
    await until(async () => (await direct.exists(key)) > 0)
    await until(async () => ((await direct.xinfo('GROUPS', key)) as unknown[]).length > 0)
    await until(async () => (await lag()) === 0 && (await pending()) === 0)
  }

  const rejections = async () => {
    const { values } = await rejectedEvents.get()
    const ours = values.filter(({ labels }) => labels.source === key)
    return Object.fromEntries(ours.map(({ labels, value }) => [labels.reason, value]))
  }

  return {
    key: () => key,
    direct: () => direct,
    proxy: () => proxy,
    redis: () => opened.redis,
    logged: () => logged,
    closeLater: (consuming: ReturnType<typeof consumeEvents>) => void running.push(consuming),
    start,
    emit,
    pending,
    lag,
    settled,
    rejections,
  }
}

function eventOf(id: string): Event {
  return {
    id,
    at: new Date(0),
    type: 'test.event',
    outcome: 'ok',
    requestId: '',
    detail: {},
    clientInfo: undefined,
  }
}
