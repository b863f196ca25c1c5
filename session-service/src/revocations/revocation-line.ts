import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { Cluster, type Redis } from 'ioredis'

export type Line = ReturnType<typeof openRevocationLine>

type Options = {
  redis: RedisClient
  /** Where the scripts publish revocations (session-scripts.ts). */
  channel: string
  beatEveryMs: number
  /** Told more than once in a Cluster. */
  onRevoked(accountId: string, idHashes: string[]): void
  /** After each round of beats that all came back; what was published before `sentAt` (performance.now) has been heard. */
  onWhole(sentAt: number): void
  /** Once, when the line can be trusted no more; not after `close`. */
  onLost(reason: string): void
}

/** The way from one master: its own subscription, how many beats are out, and when the last one that came back was sent. */
type Way = { subscriber: Redis; silentBeats: number; returned: number }

const mostSilentBeats = 3
/** A connection has to be made first. */
const mostSilentOpeningBeats = 12

/**
 * A subscription at every master to the channel of revocations: what a master publishes it hands to its own subscribers itself,
 * while the bus between the nodes of a Cluster may lose it (test: "hears of a revocation from the master it was made at"). Redis
 * never tells that a publication got lost, so the line sends beats of its own through every master, the way revocations come,
 * and is lost when some do not return, a connection ends, or the masters are others.
 */
export function openRevocationLine(options: Options) {
  const { redis, channel, beatEveryMs, onRevoked, onWhole, onLost } = options
  const beatChannel = `${channel}:${randomUUID()}`
  let isOpening = true
  let isOver = false
  const ways = new Map([...mastersOf(redis)].map(([name, master]) => [name, openWay(name, master)]))
  const beating = setInterval(beat, beatEveryMs)
  if (ways.size === 0) queueMicrotask(() => lose('no master is known'))

  function openWay(name: string, master: Redis): Way {
    const subscriber = newSubscriber(master)
    subscriber.on('error', (error) => lose(error.message))
    subscriber.on('close', () => lose('the connection ended'))
    subscriber.on('message', (from, text) => hear(name, from, text))
    subscriber.subscribe(channel, beatsOf(name)).then(beat, (error: Error) => lose(error.message))
    return { subscriber, silentBeats: 0, returned: Number.NEGATIVE_INFINITY }
  }

  function hear(name: string, from: string, text: string): void {
    if (isOver) return
    if (from === channel) {
      const [accountId = '', ...idHashes] = text.split(' ')
      onRevoked(accountId, idHashes)
    } else returned(name, Number(text))
  }

  function returned(name: string, sentAt: number): void {
    const way = ways.get(name)
    if (!way) return
    way.silentBeats = 0
    way.returned = sentAt
    const all = [...ways.values()]
    if (all.some(({ silentBeats }) => silentBeats > 0)) return
    isOpening = false
    onWhole(Math.min(...all.map((each) => each.returned)))
  }

  function beat(): void {
    if (isOver) return
    const masters = mastersOf(redis)
    const most = isOpening ? mostSilentOpeningBeats : mostSilentBeats
    for (const name of new Set([...ways.keys(), ...masters.keys()])) {
      const [way, master] = [ways.get(name), masters.get(name)]
      if (!way || !master || way.silentBeats >= most) {
        lose(way && master ? `nothing was heard through ${name}` : 'the masters are others')
        return
      }
      way.silentBeats += 1
      // One that cannot be sent does not return either.
      master.publish(beatsOf(name), String(performance.now())).catch(() => {})
    }
  }

  function beatsOf(name: string): string {
    return `${beatChannel}:${name}`
  }

  function lose(reason: string): void {
    if (isOver) return
    close()
    onLost(reason)
  }

  function close(): void {
    isOver = true
    clearInterval(beating)
    for (const { subscriber } of ways.values()) subscriber.disconnect()
  }

  return { close }
}

/** It never reconnects: in between, things get lost. */
function newSubscriber(master: Redis): Redis {
  return master.duplicate({ enableOfflineQueue: true, autoResubscribe: false, retryStrategy: () => null })
}

function mastersOf(redis: RedisClient): Map<string, Redis> {
  if (!(redis instanceof Cluster)) return new Map([['master', redis]])
  return new Map(redis.nodes('master').map((node) => [`${node.options.host}:${node.options.port}`, node]))
}
