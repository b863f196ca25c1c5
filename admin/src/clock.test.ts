import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { clockService } from '@gatehouse/service-kit/start/clock-service'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { type MovableClock, movableClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { writeStackFile } from './stack-file.ts'
import { adminOutput } from './testing/admin-output.ts'

const start = Date.UTC(2030, 0, 1)
const log = createLogger({ name: 'clock-test', level: 'silent' })

describe('npm run admin -- clock', () => {
  const folder = temporaryFolder()
  const clocks: MovableClock[] = []
  const closers: (() => Promise<void>)[] = []

  async function process(): Promise<string> {
    const clock = movableClock({ now: () => start })
    const server = await serve({
      listen: '127.0.0.1:0',
      services: [[ClockService, clockService(clock)]],
      log,
    })
    clocks.push(clock)
    closers.push(() => server.drain())
    return server.address
  }

  afterEach(async () => {
    clocks.splice(0)
    await Promise.all(closers.splice(0).map((close) => close()))
  })

  function writeStack(grpc: { auth: string; sessions: string; webhooks: string; gateway?: string }): void {
    const stores = { mongodb: '', redis: '', mail: '', smtp: '' }
    writeStackFile(folder.path, {
      gateway: '',
      gateways: [],
      ...stores,
      grpc,
      ops: {},
      pids: {},
      settings: {},
    })
  }

  async function admin(...args: string[]) {
    const { code, out, err } = await adminOutput([...args, '--data', folder.path, '--json'], { env: {} })
    return { code, said: JSON.parse(out || err) }
  }

  it('advances the clock of every process equally', async () => {
    const sessions = [await process(), await process()].join(',')
    writeStack({
      auth: await process(),
      sessions,
      webhooks: await process(),
      gateway: await process(),
    })
    const { code, said } = await admin('clock', 'advance', '5m')
    expect([code, said.length]).to.deep.equal([0, 5])
    for (const { now } of said) expect(now).to.equal('2030-01-01T00:05:00.000Z')
    expect((await admin('clock', 'now')).said).to.deep.equal(said)
  })

  it('advances no clock if one process does not answer', async () => {
    const address = await process()
    writeStack({ auth: address, sessions: address, webhooks: '127.0.0.1:1', gateway: address })
    const { code, said } = await admin('clock', 'advance', '5m')
    expect([code, said.code]).to.deep.equal([1, 'SERVICE_UNAVAILABLE'])
    expect(clocks.map((clock) => clock.now())).to.deep.equal([start])
  })

  it('explains how to start a stack with movable clocks', async () => {
    writeStack({ auth: '127.0.0.1:1', sessions: '127.0.0.1:1', webhooks: '127.0.0.1:1' })
    const { code, said } = await admin('clock', 'advance', '5m')
    expect(code).to.equal(1)
    expect(said.message).to.contain('GATEHOUSE_TEST_CLOCK=1')
  })
})
