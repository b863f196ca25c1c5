import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { OpenedRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { wrongCodes } from '../src/handoff/wrong-codes.ts'
import { COMPLETED, type Giver, handingOver, PENDING, phone, stranger, unknownCode } from './handing-over.ts'
import { isReady, minute, type RunningService, signIn, startService } from './running-service.ts'

describe('wrong handoff codes', () => {
  let service: RunningService
  let ann: Giver
  let steps: ReturnType<typeof handingOver>
  beforeEach(async () => {
    service = await startService()
    steps = handingOver(service)
    ann = await signIn(service)
  })
  afterEach(() => service.stop())

  const wrongInfo = () => steps.rejection(steps.info(unknownCode, ann))
  const spend = async () => {
    for (let count = 0; count < 5; count += 1) expect(await wrongInfo()).to.equal('UNKNOWN_HANDOFF')
  }

  it('throttles an address after five for fifteen minutes, also for the right code', async () => {
    await spend()
    service.clock.advance(14 * minute)
    const { code, receiverSecret } = await steps.receive()
    for (const named of [code, unknownCode]) {
      const calls = [
        steps.info(named, ann),
        steps.complete(named, ann),
        steps.cancel(named, { receiverSecret }),
      ]
      const rejections = await Promise.all(calls.map(steps.rejection))
      expect(rejections).to.deep.equal(Array(3).fill('INVALID_HANDOFF_CODE'))
    }
    expect(service.logLines.filter(({ event }) => event === 'handoff.throttled')).to.have.length(1)
    service.clock.advance(minute)
    await steps.complete(code, ann)
    expect(await steps.stateOf(code, { receiverSecret })).to.equal(COMPLETED)
  })

  it('counts wrong codes of Complete, Cancel and Info together', async () => {
    expect(await steps.rejection(steps.complete(unknownCode, ann))).to.equal('INVALID_HANDOFF_CODE')
    expect(await steps.rejection(steps.complete(unknownCode, ann))).to.equal('INVALID_HANDOFF_CODE')
    await steps.cancel(unknownCode)
    expect(await wrongInfo()).to.equal('UNKNOWN_HANDOFF')
    // Counts like an unknown code; otherwise the count would reveal that the code exists.
    const { code } = await steps.give(await signIn(service), stranger)
    await steps.cancel(code)
    expect(await wrongInfo()).to.equal('INVALID_HANDOFF_CODE')
  })

  it('does not count polls, malformed codes or wrong tokens', async () => {
    for (let count = 0; count < 10; count += 1) {
      await steps.poll(unknownCode)
      await steps.rejection(steps.info('malformed', ann))
      await steps.rejection(steps.complete(unknownCode, { ...ann, token: 'wrong' }))
    }
    expect(await wrongInfo()).to.equal('UNKNOWN_HANDOFF')
  })

  it('answers polls of a throttled address', async () => {
    await spend()
    const { code, receiverSecret } = await steps.receive()
    expect(await steps.stateOf(code, { receiverSecret })).to.equal(PENDING)
    await steps.complete(code, ann, { client: stranger })
    expect(await steps.stateOf(code, { receiverSecret })).to.equal(COMPLETED)
  })

  it('counts an IPv6 /64 as one address', async () => {
    await spend()
    expect(await steps.rejection(steps.info(unknownCode, ann, stranger))).to.equal('UNKNOWN_HANDOFF')
    const from = (end: number) => ({ ...phone, address: `2001:db8:1:2::${end}` })
    for (let end = 1; end <= 5; end += 1) await steps.rejection(steps.info(unknownCode, ann, from(end)))
    expect(await steps.rejection(steps.info(unknownCode, ann, from(6)))).to.equal('INVALID_HANDOFF_CODE')
  })

  it('throttles a network after ten times as many', async () => {
    const from = (network: number, host: number) => ({ ...phone, address: `2001:db8:${network}:${host}::1` })
    const guess = (client: Client) => steps.rejection(steps.info(unknownCode, ann, client))
    for (let host = 0; host < 10; host += 1) {
      const guesses = await Promise.all(Array.from({ length: 5 }, () => guess(from(1, host))))
      expect(guesses).to.deep.equal(Array(5).fill('UNKNOWN_HANDOFF'))
    }
    expect(await guess(from(1, 10))).to.equal('INVALID_HANDOFF_CODE')
    expect(await guess(from(2, 0))).to.equal('UNKNOWN_HANDOFF')
    service.clock.advance(15 * minute)
    expect(await guess(from(1, 10))).to.equal('UNKNOWN_HANDOFF')
  })

  it('resets the count fifteen minutes after the first wrong code', async () => {
    for (let count = 0; count < 4; count += 1) await wrongInfo()
    service.clock.advance(15 * minute)
    await spend()
    expect(await wrongInfo()).to.equal('INVALID_HANDOFF_CODE')
  })

  it('answers at most five of fifty concurrent guesses', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, wrongInfo))
    expect(responses.filter((code) => code === 'UNKNOWN_HANDOFF')).to.have.length(5)
    expect(responses.filter((code) => code === 'INVALID_HANDOFF_CODE')).to.have.length(45)
    expect(service.logLines.filter(({ event }) => event === 'handoff.throttled')).to.have.length(1)
  })
})

describe('handoffs while Redis is unavailable', () => {
  let endpoint: TcpProxy
  let service: RunningService
  before(async () => {
    endpoint = await tcpProxy(process.env.GATEHOUSE_TEST_REDIS_URL ?? '')
    service = await startService({ GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${endpoint.port}` })
  })
  after(async () => {
    await service.stop()
    await endpoint.close()
  })

  it('fail with SERVICE_UNAVAILABLE, and continue afterwards', async () => {
    const steps = handingOver(service)
    const ann = await signIn(service)
    const { code, receiverSecret } = await steps.receive()
    endpoint.cut()
    const calls: Promise<unknown>[] = [
      steps.receive(),
      steps.give(ann),
      steps.poll(code),
      steps.info(code, ann),
      steps.complete(code, ann),
      steps.cancel(code, { receiverSecret }),
    ]
    const errors = await Promise.all(calls.map((call) => rejected(call)))
    expect(new Set(errors.map((error) => error.code))).to.deep.equal(new Set(['SERVICE_UNAVAILABLE']))
    endpoint.mend()
    await until(() => isReady(service))
    await steps.complete(code, ann)
    expect(await steps.stateOf(code, { receiverSecret })).to.equal(COMPLETED)
  })
})

describe('wrong handoff codes in processes whose clocks differ', () => {
  let store: TempStore
  let opened: OpenedRedis
  before(async () => {
    store = tempStore()
    opened = await openTestRedis(store.redisUrl)
  })
  after(async () => {
    await opened.close()
    await store.drop()
  })

  const codes = (clock: Clock) =>
    wrongCodes({ redis: opened.redis, outbox: { publish() {} }, prefix: store.redisPrefix, clock, scale: 1 })
  const record = (clock: Clock, address: string) =>
    codes(clock).record(address, { at: clock.now(), requestId: 'a', client: null })
  const isThrottled = (clock: Clock, address: string) => codes(clock).isThrottled(address)
  const skewed = (ms: number): Clock => ({ now: () => Date.now() + ms, ahead: () => 0 })

  it('are counted together', async () => {
    const inTurn = [skewed(-60 * minute), skewed(0), skewed(60 * minute)]
    const address = '203.0.113.7'
    const lasts: boolean[] = []
    for (let count = 0; count < 5; count += 1)
      lasts.push((await record(inTurn[count % 3] ?? skewed(0), address)).isLast)
    expect(lasts).to.deep.equal([false, false, false, false, true])
    for (const clock of inTurn) expect(await isThrottled(clock, address)).to.equal(true)
  })

  it('do not throttle until an hour after a process whose clock was ahead counted them', async () => {
    const address = '198.51.100.7'
    for (let count = 0; count < 5; count += 1) await record({ now: () => Date.now() + 60 * minute }, address)
    expect(await isThrottled(skewed(0), address)).to.equal(false)
    expect((await record(skewed(0), address)).isLast).to.equal(false)
  })
})
