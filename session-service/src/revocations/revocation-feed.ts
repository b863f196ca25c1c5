import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, msSince } from '@gatehouse/service-kit/time/instant'
import { type Line, openRevocationLine } from './revocation-line.ts'

export type RevocationFeed = ReturnType<typeof revocationFeed>

/** What a watcher is told; `started` and `interrupted` enclose the time in which nothing is missed. */
export type RevocationEvent =
  | { type: 'started' | 'interrupted' | 'heartbeat' }
  | { type: 'revoked'; accountId: string; idHashes: string[] }

type Watcher = (event: RevocationEvent) => void
type Options = { redis: RedisClient; channel: string; clock: Clock; log: Logger; heartbeatEveryMs?: number }

const reopenAfterMs = 100

/** Tells every watcher of the sessions that end, over one line to Redis that is open while somebody watches. */
export function revocationFeed({ redis, channel, clock, log, heartbeatEveryMs = 250 }: Options) {
  const watchers = new Set<Watcher>()
  let line: Line | undefined
  let reopening: NodeJS.Timeout | undefined
  /** Up to when watchers were told of everything; null while some may be missed. */
  let deliveredUntil: Instant | null = null

  const tell = (event: RevocationEvent) => {
    for (const watcher of watchers) watcher(event)
  }

  function open(): void {
    line = openRevocationLine({
      redis,
      channel,
      clock,
      heartbeatEveryMs,
      onRevoked: (accountId, idHashes) => tell({ type: 'revoked', accountId, idHashes }),
      onWhole(sentAt) {
        const isStart = deliveredUntil === null
        deliveredUntil = sentAt
        tell({ type: isStart ? 'started' : 'heartbeat' })
      },
      onLost(reason) {
        if (deliveredUntil) {
          log.warn({ reason }, 'revocations may be missed')
          deliveredUntil = null
          tell({ type: 'interrupted' })
        }
        reopening = setTimeout(open, reopenAfterMs)
      },
    })
  }

  function close(): void {
    clearTimeout(reopening)
    line?.close()
    deliveredUntil = null
  }

  return {
    /** Tells a watcher from now on, first of all whether it can trust what it hears; answers how to stop. */
    watch(watcher: Watcher): () => void {
      watchers.add(watcher)
      if (watchers.size === 1) open()
      watcher({ type: deliveredUntil ? 'started' : 'interrupted' })
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) close()
      }
    },
    /** How long ago the moment is up to which watchers were told of everything; null while some may be missed. */
    deliveredMsAgo: () => deliveredUntil && msSince(deliveredUntil, clock),
    close(): void {
      watchers.clear()
      close()
    },
  }
}
