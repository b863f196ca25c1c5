import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { expect } from 'chai'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { testClient } from '../../testing/test-client.ts'
import { serve } from '../grpc/serve.ts'
import { movableClock } from '../time/clock.ts'
import { toDuration } from '../time/duration.ts'
import { clockService } from './clock-service.ts'

describe('clockService', () => {
  it('returns the time and moves it forward only', async () => {
    const clock = movableClock({ now: () => 1000 })
    const services = [[ClockService, clockService(clock)]] as const
    const server = await serve({ listen: '127.0.0.1:0', services, log: logLines().log })
    const client = testClient(ClockService, server.address)

    expect(await client.now({})).to.deep.equal({ now: new Date(1000) })
    expect(await client.advance({ by: toDuration(300_000) })).to.deep.equal({ now: new Date(301_000) })
    expect(clock.now()).to.equal(301_000)
    for (const by of [
      undefined,
      toDuration(0),
      toDuration(-5),
      { seconds: Number.MAX_SAFE_INTEGER, nanos: 0 },
    ]) {
      expect((await rejected(client.advance({ by }))).code).to.equal('INVALID_FORM_BODY')
    }
    expect(clock.now()).to.equal(301_000)
    client.close()
    await server.drain()
  })

  it('runs its hooks before and after a move, and does not move if the first one fails', async () => {
    const clock = movableClock({ now: () => 0 })
    const seen: number[] = []
    let isFailing = true
    const before = async () => {
      if (isFailing) throw new Error('failing')
      seen.push(clock.now())
    }
    const after = async () => void seen.push(clock.now())
    const services = [[ClockService, clockService(clock, { before, after })]] as const
    const server = await serve({ listen: '127.0.0.1:0', services, log: logLines().log })
    const client = testClient(ClockService, server.address)

    await rejected(client.advance({ by: toDuration(5) }))
    expect(clock.now()).to.equal(0)
    isFailing = false
    await client.advance({ by: toDuration(5) })
    expect(seen).to.deep.equal([0, 5])
    client.close()
    await server.drain()
  })
})
