import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { rejection } from '../testing/rejection.ts'
import {
  type ManagedProcess,
  managedProcess,
  type ProcessEvents,
  type ProcessSpec,
} from './managed-process.ts'
import { identify } from './process-identity.ts'

describe('managedProcess', () => {
  let process: ManagedProcess | undefined
  afterEach(() => process?.kill())
  const folder = temporaryFolder()

  const node = (program: string, given: Partial<ProcessSpec> = {}, events: ProcessEvents = {}) => {
    process = managedProcess(
      {
        name: 'sample',
        command: globalThis.process.execPath,
        args: ['-e', program],
        env: { ...globalThis.process.env, READY_FILE: join(folder.path, 'ready') },
        logFile: join(folder.path, 'sample.log'),
        ready: async (signal) => {
          await until(() => existsSync(join(folder.path, 'ready')), { signal })
        },
        ...given,
      },
      events,
    )
    return process
  }
  const becomesReady = `require('fs').writeFileSync(process.env.READY_FILE, ''); setInterval(() => {}, 1000);`

  it('starts until ready and stops', async () => {
    const sample = node(becomesReady)
    await sample.start()
    const pid = sample.pid() ?? 0
    expect(identify(pid)).not.to.equal(undefined)
    await sample.stop()
    expect(identify(pid)).to.equal(undefined)
    expect(sample.pid()).to.equal(undefined)
  })

  it('reports a missing program', async () => {
    const error = await rejection(node('', { command: '/nowhere/at-all' }).start())
    expect(error.message).to.include('sample could not be started').and.include('ENOENT')
  })

  it('ends a process that is not ready in time and reports its output', async () => {
    const sample = node(`console.log('still thinking'); setInterval(() => {}, 1000)`, { readyTimeoutMs: 400 })
    const error = await rejection(sample.start())
    expect(error.message).to.include('not ready after 0.4 s').and.include('still thinking')
    expect(sample.pid()).to.equal(undefined)
  })

  it('reports no output of an earlier run', async () => {
    await rejection(node(`console.log('earlier'); process.exit(1)`).start())
    const error = await rejection(node(`console.log('later'); process.exit(1)`).start())
    expect(error.message).to.include('later').and.not.include('earlier')
  })

  it('kills a process that ignores SIGTERM', async () => {
    const sample = node(`process.on('SIGTERM', () => {}); ${becomesReady}`, { stopTimeoutMs: 100 })
    await sample.start()
    await sample.stop()
    expect(sample.pid()).to.equal(undefined)
  })

  it('reports only unexpected exits', async () => {
    const reported: string[] = []
    const events = { onUnexpectedExit: (name: string, how: string) => void reported.push(`${name} ${how}`) }
    const sample = node(becomesReady, {}, events)
    await sample.start()
    await sample.kill()
    expect(reported).to.deep.equal([])
    await sample.start()
    globalThis.process.kill(sample.pid() ?? 0, 'SIGKILL')
    await until(() => reported.length > 0)
    expect(reported[0]).to.include('sample ended with SIGKILL')
  })
})
