import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, instantNow } from '@gatehouse/service-kit/time/instant'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { keyOn, mastersOf } from './redis-masters.ts'

export type Line = ReturnType<typeof openRevocationLine>

type Options = {
  redis: RedisClient
  /** Where the scripts publish revocations (session-scripts.ts). */
  channel: string
  clock: Clock
  heartbeatEveryMs: number
  /** Told more than once in a Cluster. */
  onRevoked(accountId: string, idHashes: string[]): void
  /** After each round of beats that all came back; what was published before `sentAt` has been heard. */
  onWhole(sentAt: Instant): void
  /** Once, when the line can be trusted no more; not after `close`. */
  onLost(reason: string): void
}

/** The way from one master: its own subscription, how many beats are out, and when the last one that came back was sent. */
type Way = { subscriber: Redis; beatKey: string; missedHeartbeats: number; returned: Instant | null }

const maxMissedHeartbeats = 3
/** A connection has to be made first. */
const maxMissedOpeningHeartbeats = 12

const beatKeyLifetimeMs = 60_000

/**
 * Publishes a beat in the way revocations are published: from a script that writes a key of the master. A master that was
 * replaced, or is cut off from its Cluster, still takes PUBLISH alone. The reply is the number of subscribers.
 */
const publishBeat = defineScript<{ channel: string; text: string; keepMs: number }, number>({
  name: 'publishBeat',
  keys: 1,
  lua: `
    redis.call('SET', KEYS[1], args.text, 'PX', args.keepMs)
    return redis.call('PUBLISH', args.channel, args.text)
  `,
  reply: z.number(),
})

/**
 * A subscription at every master to the channel of revocations: what a master publishes it hands to its own subscribers itself,
 * while the bus between the nodes of a Cluster may lose it (test: "hears of a revocation from the master it was made at"). Redis
 * never tells that a publication got lost, so the line sends beats of its own through every master, the way revocations come,
 * and is lost when some do not return, a connection ends, or the masters are others.
 */
export function openRevocationLine(options: Options) {
  const { redis, channel, clock, heartbeatEveryMs, onRevoked, onWhole, onLost } = options
  const heartbeatChannel = `${channel}:${randomUUID()}`
  let isOpening = true
  let isOver = false
  const ways = new Map([...mastersOf(redis)].map(([name, master]) => [name, openWay(name, master)]))
  const heartbeatTimer = setInterval(heartbeat, heartbeatEveryMs)
  if (ways.size === 0) queueMicrotask(() => lose('no master is known'))

  function openWay(name: string, master: Redis): Way {
    const subscriber = newSubscriber(master)
    subscriber.on('error', (error) => lose(error.message))
    subscriber.on('close', () => lose('the connection ended'))
    subscriber.on('message', (from, text) => hear(name, from, text))
    subscriber.subscribe(channel, heartbeatsOf(name)).then(heartbeat, (error: Error) => lose(error.message))
    const beatKey = keyOn(redis, name, `${channel}:beat`)
    return { subscriber, beatKey, missedHeartbeats: 0, returned: null }
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
    way.missedHeartbeats = 0
    way.returned = sentAt
    if (ways.values().some(({ missedHeartbeats }) => missedHeartbeats > 0)) return
    const [oldest] = [...ways.values()]
      .flatMap((each) => each.returned ?? [])
      .toSorted((a, b) => a.monotonic - b.monotonic)
    isOpening = false
    if (oldest) onWhole(oldest)
  }

  function heartbeat(): void {
    if (isOver) return
    const masters = mastersOf(redis)
    const most = isOpening ? maxMissedOpeningHeartbeats : maxMissedHeartbeats
    for (const name of new Set([...ways.keys(), ...masters.keys()])) {
      const [way, master] = [ways.get(name), masters.get(name)]
      if (!way || !master || way.missedHeartbeats >= most) {
        lose(way && master ? `nothing was heard through ${name}` : 'the masters are others')
        return
      }
      way.missedHeartbeats += 1
      // One that cannot be sent does not return either.
      const text = writeBeat(instantNow(clock))
      const args = { channel: heartbeatsOf(name), text, keepMs: beatKeyLifetimeMs }
      publishBeat(master, [way.beatKey], args).catch(() => {})
    }
  }

  function heartbeatsOf(name: string): string {
    return `${heartbeatChannel}:${name}`
  }

  function lose(reason: string): void {
    if (isOver) return
    close()
    onLost(reason)
  }

  function close(): void {
    isOver = true
    clearInterval(heartbeatTimer)
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
