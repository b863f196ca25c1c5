import { EventEmitter } from 'node:events'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { Cluster, type Redis } from 'ioredis'
import { openRevocationSubscription } from './revocation-subscription.ts'

const slotCount = 16_384

/** A Cluster of this many masters, which deliver each heartbeat to the subscriber of the master. */
function fakeCluster(masterCount: number) {
  const heartbeats: string[] = []
  const nodes = Array.from({ length: masterCount }, (_, index) => fakeMaster(`master-${index}`, heartbeats))
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

function fakeMaster(host: string, heartbeats: string[]): Redis {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 2, disconnect() {} })
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

describe('openRevocationSubscription', () => {
  it('opens in a Cluster of many masters with one heartbeat for each', async () => {
    const { redis, heartbeats } = fakeCluster(20)
    const lost: string[] = []
    let isOpen = false
    const subscription = openRevocationSubscription({
      redis,
      channel: 'revocations',
      clock: fakeClock(),
      heartbeatEveryMs: 60_000,
      onRevoked() {},
      onHeartbeat() {
        isOpen = true
      },
      onLost: (reason) => lost.push(reason),
    })
    await until(async () => isOpen || lost.length > 0)
    subscription.close()
    expect(lost).to.deep.equal([])
    expect(heartbeats)
      .to.have.lengthOf(20)
      .and.to.have.members([...new Set(heartbeats)])
  })
})
