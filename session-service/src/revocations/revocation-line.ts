import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { Cluster, type Redis } from 'ioredis'

export type Line = ReturnType<typeof openRevocationLine>

type Options = {
  redis: RedisClient
  /** Where the scripts publish revocations (session-scripts.ts). */
  channel: string
  beatEveryMs: number
  onRevoked(accountId: string, idHashes: string[]): void
  /** After each round of beats that all came back; what was published before `sentAt` (performance.now) has been heard. */
  onWhole(sentAt: number): void
  /** Once, when the line can be trusted no more; not after `close`. */
  onLost(reason: string): void
}

const mostSilentBeats = 3
/** A connection has to be made first. */
const mostSilentOpeningBeats = 12

/**
 * One subscription to the channel of revocations. Redis never tells that a publication got lost, so the line sends beats of its
 * own through every master, the way revocations come, and is lost when some do not return or its connection ends.
 */
export function openRevocationLine(options: Options) {
  const { redis, channel, beatEveryMs, onRevoked, onWhole, onLost } = options
  const beatChannel = `${channel}:${randomUUID()}`
  const subscriber = newSubscriber(redis)
  const silentBeats = new Map<string, number>()
  const returnedBeats = new Map<string, number>()
  let isOpening = true
  let isOver = false
  const beating = setInterval(beat, beatEveryMs)

  if (subscriber) {
    subscriber.on('error', (error) => lose(error.message))
    subscriber.on('close', () => lose('the connection ended'))
    subscriber.on('message', hear)
    subscriber.subscribe(channel, beatChannel).then(beat, (error: Error) => lose(error.message))
  } else queueMicrotask(() => lose('no master is known'))

  function hear(from: string, text: string): void {
    if (isOver) return
    if (from === beatChannel) {
      returned(text)
    } else {
      const [accountId = '', ...idHashes] = text.split(' ')
      onRevoked(accountId, idHashes)
    }
  }

  function returned(beat: string): void {
    const [sentAt = '', master = ''] = beat.split(' ')
    if (!silentBeats.has(master)) return
    silentBeats.set(master, 0)
    returnedBeats.set(master, Number(sentAt))
    if ([...silentBeats.values()].some((silent) => silent > 0)) return
    isOpening = false
    onWhole(Math.min(...returnedBeats.values()))
  }

  function beat(): void {
    if (isOver) return
    const masters = mastersOf(redis)
    for (const known of silentBeats.keys()) if (!masters.has(known)) forget(known)
    const most = isOpening ? mostSilentOpeningBeats : mostSilentBeats
    for (const [name, master] of masters) {
      const silent = silentBeats.get(name) ?? 0
      if (silent >= most) {
        lose(`nothing was heard through ${name}`)
        return
      }
      silentBeats.set(name, silent + 1)
      // One that cannot be sent does not return either.
      master.publish(beatChannel, `${performance.now()} ${name}`).catch(() => {})
    }
    if (masters.size === 0) lose('no master is known')
  }

  function forget(master: string): void {
    silentBeats.delete(master)
    returnedBeats.delete(master)
  }

  function lose(reason: string): void {
    if (isOver) return
    close()
    onLost(reason)
  }

  function close(): void {
    isOver = true
    clearInterval(beating)
    subscriber?.disconnect()
  }

  return { close }
}

/** What is published in a Cluster reaches every node, so any one will do. It never reconnects: in between, things get lost. */
function newSubscriber(redis: RedisClient): Redis | undefined {
  const source = redis instanceof Cluster ? redis.nodes('master')[0] : redis
  return source?.duplicate({ enableOfflineQueue: true, autoResubscribe: false, retryStrategy: () => null })
}

function mastersOf(redis: RedisClient): Map<string, Redis> {
  if (!(redis instanceof Cluster)) return new Map([['master', redis]])
  return new Map(redis.nodes('master').map((node) => [`${node.options.host}:${node.options.port}`, node]))
}
