import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { readStackFile } from '@gatehouse/admin/stack-file'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { readDiary } from '../testing/fake-services.ts'
import { identify } from './process-identity.ts'

const program = join(import.meta.dirname, '..', 'testing', 'fake-supervisor.ts')

describe('a supervisor ended by kill -9', () => {
  const running: ChildProcess[] = []
  afterEach(async () => {
    for (const supervisor of running.splice(0)) {
      if (supervisor.exitCode !== null || supervisor.signalCode !== null) continue
      supervisor.kill('SIGTERM')
      await once(supervisor, 'exit')
    }
  })
  const folder = temporaryFolder()

  const startSupervisor = async ({ mongodb = '', redis = '' } = {}) => {
    const supervisor = spawn(process.execPath, ['--conditions=gatehouse-source', program, folder.path], {
      env: { ...process.env, GATEHOUSE_MONGODB_URL: mongodb, GATEHOUSE_REDIS_URL: redis },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(supervisor)
    const errors = text(supervisor.stderr)
    const said: string[] = []
    for await (const line of createInterface(supervisor.stdout)) {
      said.push(line)
      if (line.startsWith('ready')) break
    }
    if (!said.at(-1)?.startsWith('ready')) throw new Error(`${said.join('\n')}\n${await errors}`)
    return { supervisor, said: said.join('\n'), pids: readStackFile(folder.path).pids }
  }

  const killHard = async (supervisor: ChildProcess) => {
    supervisor.kill('SIGKILL')
    await once(supervisor, 'exit')
  }

  it('leaves orphans that the next start ends first, the last started first', async () => {
    const first = await startSupervisor()
    await killHard(first.supervisor)
    const { supervisor: _, ...orphans } = first.pids
    expect(orphans).to.have.all.keys('mongodb', 'redis', 'mail', 'gateway')
    for (const pid of Object.values(orphans)) expect(identify(pid)).not.to.equal(undefined)

    const second = await startSupervisor()
    expect(second.said).to.match(/left behind: .*gateway/)
    for (const pid of Object.values(orphans)) expect(identify(pid)).to.equal(undefined)
    expect(readDiary(folder.path)).to.deep.equal(['gateway ended'])
  })

  it('does not end another process that got the same pid', async () => {
    const given = {
      mongodb: process.env.GATEHOUSE_TEST_MONGODB_URL,
      redis: process.env.GATEHOUSE_TEST_REDIS_URL,
    }
    const { supervisor, pids } = await startSupervisor(given)
    const record = join(folder.path, 'processes.json')
    const contents = readFileSync(record, 'utf8')
    supervisor.kill('SIGTERM')
    await once(supervisor, 'exit')

    const innocent = spawn('sleep', ['60'], { stdio: 'ignore' })
    writeFileSync(record, contents.replace(`"pid": ${pids.gateway}`, `"pid": ${innocent.pid}`))
    await startSupervisor(given)
    expect(innocent.exitCode).to.equal(null)
    innocent.kill()
  })
})
