import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { type Instant, msSince } from '@gatehouse/service-kit/time/instant'
import { openRevocationSubscription, type RevocationSubscription } from './revocation-subscription.ts'

export type RevocationFeed = ReturnType<typeof revocationFeed>

/** Between `started` and `interrupted` no revocation is missed. */
export type RevocationEvent =
  | { type: 'started' | 'interrupted' }
  | { type: 'revoked'; accountId: string; idHashes: string[] }

type Watcher = (event: RevocationEvent) => void
type Options = { redis: RedisClient; channel: string; clock: Clock; log: Logger; heartbeatEveryMs?: number }

const reopenAfterMs = 100

/** Emits revocations to its watchers. It subscribes to Redis while there are any. */
export function revocationFeed({ redis, channel, clock, log, heartbeatEveryMs = 250 }: Options) {
  const watchers = new Set<Watcher>()
  let subscription: RevocationSubscription | undefined
  let reopening: NodeJS.Timeout | undefined
  /** Every revocation until then was emitted; null while some may be missed. */
  let deliveredUntil: Instant | null = null

  const emit = (event: RevocationEvent) => {
    for (const watcher of watchers) watcher(event)
  }

  function open(): void {
    subscription = openRevocationSubscription({
      redis,
      channel,
      clock,
      heartbeatEveryMs,
      onRevoked: (accountId, idHashes) => emit({ type: 'revoked', accountId, idHashes }),
      onHeartbeat(sentAt) {
        const isStart = deliveredUntil === null
        deliveredUntil = sentAt
        if (isStart) emit({ type: 'started' })
      },
      onInterrupted(reason) {
        if (deliveredUntil) {
          log.warn({ reason }, 'revocations may be missed')
          deliveredUntil = null
          emit({ type: 'interrupted' })
        }
        reopening = setTimeout(open, reopenAfterMs)
      },
    })
  }

  function close(): void {
    clearTimeout(reopening)
    subscription?.close()
    deliveredUntil = null
  }

  return {
    /** The first event is `started` or `interrupted`. Returns a function that stops watching. */
    watch(watcher: Watcher): () => void {
      watchers.add(watcher)
      if (watchers.size === 1) open()
      watcher({ type: deliveredUntil ? 'started' : 'interrupted' })
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) close()
      }
    },
    /** Every revocation up to this time ago was emitted; undefined while some may be missed. */
    deliveredUntilAge: (): Duration | undefined =>
      deliveredUntil ? toDuration(Math.ceil(msSince(deliveredUntil, clock))) : undefined,
    close(): void {
      watchers.clear()
      close()
    },
  }
}
