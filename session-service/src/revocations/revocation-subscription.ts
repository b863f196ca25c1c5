import { randomUUID } from 'node:crypto'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { keyOn, slotOwners } from '@gatehouse/service-kit/storage/redis-masters'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Instant, instantNow } from '@gatehouse/service-kit/time/instant'
import type { Redis } from 'ioredis'
import { z } from 'zod'

export type RevocationSubscription = ReturnType<typeof openRevocationSubscription>

type Options = {
  redis: RedisClient
  /** Where the scripts publish revocations (session-scripts.ts). */
  channel: string
  clock: Clock
  heartbeatEveryMs: number
  /** In a Cluster it is called once for each master. */
  onRevoked(accountId: string, idHashes: string[]): void
  /** Called while heartbeats return from every master. Every revocation published before `sentAt` was received. */
  onHeartbeat(sentAt: Instant): void
  /** Called once, when revocations may be missed from now on; not after `close`. */
  onInterrupted(reason: string): void
}

type MasterSubscription = {
  subscriber: Redis
  heartbeatKey: string
  unansweredHeartbeats: number
  /** Send time of the last heartbeat that returned. */
  confirmedUntil: Instant | null
}

const maxUnansweredHeartbeats = 3
/** A connection has to be made first. */
const maxUnansweredOpeningHeartbeats = 12

const heartbeatKeyTtlMs = 60_000

/**
 * Publishes a heartbeat as revocations are published: from a script that writes a key of the master. A master that was replaced
 * or is cut off from its Cluster rejects keys, but still accepts PUBLISH alone.
 */
const publishHeartbeat = defineScript<{ channel: string; text: string; keyTtlMs: number }, number>({
  name: 'publishHeartbeat',
  keys: 1,
  lua: `
    redis.call('SET', KEYS[1], args.text, 'PX', args.keyTtlMs)
    return redis.call('PUBLISH', args.channel, args.text)
  `,
  reply: z.number(),
})

/**
 * Subscribes to revocations at every master. A master delivers to its own subscribers directly, while the bus between the nodes
 * of a Cluster can lose messages, which Redis does not report. Therefore heartbeats go through every master. The subscription is
 * interrupted when some do not return, a connection ends, or the set of masters changes.
 */
export function openRevocationSubscription(options: Options) {
  const { redis, channel, clock, heartbeatEveryMs, onRevoked, onHeartbeat, onInterrupted } = options
  const heartbeatChannel = `${channel}:${randomUUID()}`
  let isOpening = true
  let isClosed = false
  const subscriptions = new Map(
    [...slotOwners(redis)].map(([name, master]) => [name, subscribe(name, master)]),
  )
  const heartbeatTimer = setInterval(sendHeartbeats, heartbeatEveryMs)
  if (subscriptions.size === 0) queueMicrotask(() => interrupt('no master is known'))

  function subscribe(name: string, master: Redis): MasterSubscription {
    const subscriber = newSubscriber(master)
    subscriber.on('error', (error) => interrupt(error.message))
    subscriber.on('close', () => interrupt('connection closed'))
    subscriber.on('message', (from, text) => onMessage(name, from, text))
    subscriber.subscribe(channel, heartbeatChannelOf(name)).then(
      () => sendHeartbeat(name),
      (error: Error) => interrupt(error.message),
    )
    const heartbeatKey = keyOn(redis, name, `${channel}:heartbeat`)
    return { subscriber, heartbeatKey, unansweredHeartbeats: 0, confirmedUntil: null }
  }

  function onMessage(name: string, from: string, text: string): void {
    if (isClosed) return
    if (from === channel) {
      const [accountId = '', ...idHashes] = text.split(' ')
      onRevoked(accountId, idHashes)
    } else onHeartbeatReturned(name, parseHeartbeat(text))
  }

  function onHeartbeatReturned(name: string, sentAt: Instant): void {
    const subscription = subscriptions.get(name)
    if (!subscription) return
    subscription.unansweredHeartbeats = 0
    subscription.confirmedUntil = sentAt
    let oldest = sentAt
    for (const { unansweredHeartbeats, confirmedUntil } of subscriptions.values()) {
      if (unansweredHeartbeats > 0 || confirmedUntil === null) return
      if (confirmedUntil.monotonic < oldest.monotonic) oldest = confirmedUntil
    }
    isOpening = false
    onHeartbeat(oldest)
  }

  function sendHeartbeats(): void {
    const masters = new Set([...subscriptions.keys(), ...slotOwners(redis).keys()])
    for (const name of masters) sendHeartbeat(name)
  }

  function sendHeartbeat(name: string): void {
    if (isClosed) return
    const [subscription, master] = [subscriptions.get(name), slotOwners(redis).get(name)]
    const max = isOpening ? maxUnansweredOpeningHeartbeats : maxUnansweredHeartbeats
    if (!subscription || !master || subscription.unansweredHeartbeats >= max) {
      interrupt(subscription && master ? `no heartbeat returned from ${name}` : 'the masters changed')
      return
    }
    subscription.unansweredHeartbeats += 1
    const text = formatHeartbeat(instantNow(clock))
    const args = { channel: heartbeatChannelOf(name), text, keyTtlMs: heartbeatKeyTtlMs }
    // A heartbeat that cannot be sent does not return, which is counted.
    publishHeartbeat(master, [subscription.heartbeatKey], args).catch(() => {})
  }

  function heartbeatChannelOf(name: string): string {
    return `${heartbeatChannel}:${name}`
  }

  function interrupt(reason: string): void {
    if (isClosed) return
    close()
    onInterrupted(reason)
  }

  function close(): void {
    isClosed = true
    clearInterval(heartbeatTimer)
    for (const { subscriber } of subscriptions.values()) subscriber.disconnect()
  }

  return { close }
}

/** It does not reconnect: messages in between would be lost. */
function newSubscriber(master: Redis): Redis {
  return master.duplicate({ enableOfflineQueue: true, autoResubscribe: false, retryStrategy: () => null })
}

function formatHeartbeat({ monotonic, wall }: Instant): string {
  return `${monotonic} ${wall}`
}

function parseHeartbeat(text: string): Instant {
  const [monotonic = Number.NaN, wall = Number.NaN] = text.split(' ').map(Number)
  return { monotonic, wall }
}
