import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { useRedis } from '@gatehouse/service-kit/testing/opened-stores'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { expect } from 'chai'
import { operationLimits } from '../src/throttle/operation-limits.ts'
import { openThrottle } from '../src/throttle/throttle.ts'

describe('the first in a window', () => {
  const { store, open } = useRedis()
  const clock = fakeClock()

  async function openOne() {
    const { redis } = await open(store().redisUrl)
    return openThrottle({
      redis,
      clock,
      prefix: store().redisPrefix,
      keyRing: openKeyRing(testKeys()),
      audit: { emit: async () => {} },
      // Unlike a limit, it is not scaled.
      scale: 1000,
      limits: { ...operationLimits, 'auth:mfa': { limit: 10, windowSeconds: 60 } },
      inFlightMs: 1000,
      attemptWaitMs: 1000,
    })
  }

  it('is one over all processes, for each name and window of its bucket', async () => {
    const throttles = [await openOne(), await openOne()]
    const first = (name: string) =>
      Promise.all(throttles.map((each) => each.takeFirstInWindow(name, 'auth:mfa')))
    expect((await first('a')).filter(Boolean)).to.have.length(1)
    expect((await first('b')).filter(Boolean)).to.have.length(1)
    clock.advance(59_000)
    expect(await first('a')).to.deep.equal([null, null])
    clock.advance(1000)
    expect((await first('a')).filter(Boolean)).to.have.length(1)
  })

  it('can be given back, once', async () => {
    const { takeFirstInWindow } = await openOne()
    await (await takeFirstInWindow('c'))?.giveBack()
    expect(await takeFirstInWindow('c')).not.to.equal(null)
    expect(await takeFirstInWindow('c')).to.equal(null)
  })
})
