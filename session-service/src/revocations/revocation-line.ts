import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, instantNow } from '@gatehouse/service-kit/time/instant'
import type { Redis } from 'ioredis'
import { keyOn, mastersOf } from './redis-masters.ts'

export type Line = ReturnType<typeof openRevocationLine>

type Options = {
  redis: RedisClient
  /** Where the scripts publish revocations (session-scripts.ts). */
  channel: string
  clock: Clock
  beatEveryMs: number
  /** Told more than once in a Cluster. */
  onRevoked(accountId: string, idHashes: string[]): void
  /** After each round of beats that all came back; what was published before `sentAt` has been heard. */
  onWhole(sentAt: Instant): void
  /** Once, when the line can be trusted no more; not after `close`. */
  onLost(reason: string): void
}

/** The way from one master: its own subscription, how many beats are out, and when the last one that came back was sent. */
type Way = { subscriber: Redis; beatKey: string; silentBeats: number; returned: Instant | null }

const mostSilentBeats = 3
/** A connection has to be made first. */
const mostSilentOpeningBeats = 12

const beatKeyLifetimeMs = 60_000

/**
 * Publishes a beat in the way revocations are published: from a script that writes a key of the master. A master that was
 * replaced, or is cut off from its Cluster, still takes PUBLISH alone. ARGV: channel, text, ms to keep the key.
 */
const publishBeat = defineScript({
  name: 'publishBeat',
  keys: 1,
  lua: `
    redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
    return redis.call('PUBLISH', ARGV[1], ARGV[2])
  `,
})

/**
 * A subscription at every master to the channel of revocations: what a master publishes it hands to its own subscribers itself,
 * while the bus between the nodes of a Cluster may lose it (test: "hears of a revocation from the master it was made at"). Redis
 * never tells that a publication got lost, so the line sends beats of its own through every master, the way revocations come,
 * and is lost when some do not return, a connection ends, or the masters are others.
 */
export function openRevocationLine(options: Options) {
  const { redis, channel, clock, beatEveryMs, onRevoked, onWhole, onLost } = options
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
    const beatKey = keyOn(redis, name, `${channel}:beat`)
    return { subscriber, beatKey, silentBeats: 0, returned: null }
  }

  function hear(name: string, from: string, text: string): void {
    if (isOver) return
    if (from === channel) {
      const [accountId = '', ...idHashes] = text.split(' ')
      onRevoked(accountId, idHashes)
    } else returned(name, readBeat(text))
  }

  function returned(name: string, sentAt: Instant): void {
    const way = ways.get(name)
    if (!way) return
    way.silentBeats = 0
    way.returned = sentAt
    if (ways.values().some(({ silentBeats }) => silentBeats > 0)) return
    const [oldest] = [...ways.values()]
      .flatMap((each) => each.returned ?? [])
      .toSorted((a, b) => a.monotonic - b.monotonic)
    isOpening = false
    if (oldest) onWhole(oldest)
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
      const args = [beatsOf(name), writeBeat(instantNow(clock)), beatKeyLifetimeMs]
      publishBeat(master, [way.beatKey], args).catch(() => {})
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

function writeBeat({ monotonic, wall }: Instant): string {
  return `${monotonic} ${wall}`
}

function readBeat(text: string): Instant {
  const [monotonic = Number.NaN, wall = Number.NaN] = text.split(' ').map(Number)
  return { monotonic, wall }
}
