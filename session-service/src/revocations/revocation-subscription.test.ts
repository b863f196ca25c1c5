import { EventEmitter } from 'node:events'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Cluster, type Redis } from 'ioredis'
import { openRevocationSubscription } from './revocation-subscription.ts'

const slotCount = 16_384

/**
 * A Cluster of this many masters, which deliver each heartbeat to the subscriber of the master. The last one
 * subscribes when `lastSubscribed` resolves.
 */
function fakeCluster(masterCount: number, lastSubscribed = Promise.resolve()) {
  const heartbeats: string[] = []
  const nodes = Array.from({ length: masterCount }, (_, index) => {
    const subscribed = index === masterCount - 1 ? lastSubscribed : Promise.resolve()
    return fakeMaster(`master-${index}`, heartbeats, subscribed)
  })
  const perMaster = Math.ceil(slotCount / masterCount)
  const slots = Array.from({ length: slotCount }, (_, slot) => [
    `master-${Math.floor(slot / perMaster)}:6379`,
  ])
  const redis: Cluster = Object.create(Cluster.prototype, {
    slots: { value: slots },
    nodes: { value: () => nodes },
  })
  return { redis, heartbeats }
}

function fakeMaster(host: string, heartbeats: string[], subscribed: Promise<void>): Redis {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: () => subscribed, disconnect() {} })
  const master = {
    options: { host, port: 6379 },
    duplicate: () => subscriber,
    async evalsha(_sha: string, _keys: number, _key: string, encoded: string) {
      heartbeats.push(host)
      const { channel, text } = JSON.parse(encoded)
      setImmediate(() => subscriber.emit('message', channel, text))
      return 1
    },
  }
  return master as unknown as Redis
}

/** A subscription that sends one heartbeat to each master. */
function open(redis: Cluster) {
  const seen = { heartbeats: 0, interruptions: [] as string[] }
  const { close } = openRevocationSubscription({
    redis,
    channel: 'revocations',
    clock: fakeClock(),
    heartbeatEveryMs: 60_000,
    onRevoked() {},
    onHeartbeat() {
      seen.heartbeats += 1
    },
    onInterrupted: (reason) => seen.interruptions.push(reason),
  })
  return { seen, close }
}

describe('openRevocationSubscription', () => {
  it('opens in a Cluster of many masters with one heartbeat for each', async () => {
    const { redis, heartbeats } = fakeCluster(20)
    const { seen, close } = open(redis)
    await until(async () => seen.heartbeats > 0 || seen.interruptions.length > 0)
    close()
    expect(seen.interruptions).to.deep.equal([])
    expect(heartbeats)
      .to.have.lengthOf(20)
      .and.to.have.members([...new Set(heartbeats)])
  })

  it('opens when the last master has subscribed', async () => {
    const last = Promise.withResolvers<void>()
    const { redis, heartbeats } = fakeCluster(3, last.promise)
    const { seen, close } = open(redis)
    await until(async () => heartbeats.length === 2)
    // Both heartbeats return in this turn of the event loop or the next.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(seen.heartbeats).to.equal(0)
    last.resolve()
    await until(async () => seen.heartbeats > 0 || seen.interruptions.length > 0)
    close()
    expect(seen).to.deep.equal({ heartbeats: 1, interruptions: [] })
  })
})
