import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { managedProcess } from './managed-process.ts'
import { type MemoryGroup, memoryGroup } from './memory-group.ts'

describe('a group of processes with a limit of memory', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-memory-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** A process that allocates this many MiB and then waits. */
  const allocating = (mebibytes: number) => ({
    name: 'allocating',
    command: process.execPath,
    args: [
      '-e',
      `const held = Buffer.alloc(${mebibytes} * 1024 * 1024, 1); process.stdout.write('allocated'); setInterval(() => held, 1000)`,
    ],
    env: process.env,
    logFile: join(folder, 'log'),
    async ready(signal: AbortSignal) {
      while (!signal.aborted) {
        if (readFileSync(join(folder, 'log'), 'utf8').includes('allocated')) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  })

  it('ends what exceeds the limit, and nothing below it', async function () {
    const group = memoryGroup(128)
    if ('skipped' in group) return this.skip()
    const small = managedProcess(group.wrap(allocating(20)))
    await small.start()
    const pid = small.pid()
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      .to.contain('Buffer.alloc')
      .and.not.to.contain('exec ')
    expect(group.oomKills()).to.equal(0)
    expect(group.peak()).to.be.within(20 * 1024 * 1024, 128 * 1024 * 1024)
    await small.stop()

    writeFileSync(join(folder, 'log'), '')
    const large = managedProcess(group.wrap(allocating(256)))
    const failure = await large.start().catch((error: Error) => error.message)
    expect(failure).to.contain('SIGKILL')
    expect(group.oomKills()).to.equal(1)
    group.remove()
  })

  describe('of version 2', () => {
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    const machine = ({ controllers = 'cpu memory pids', enabled = '', own = '/pod' } = {}) => {
      write('proc/self/mounts', `cgroup2 ${folder}/cgroup cgroup2 rw,nosuid 0 0\n`)
      write('proc/self/cgroup', `0::${own}\n`)
      write('cgroup/pod/cgroup.controllers', controllers)
      write('cgroup/pod/cgroup.subtree_control', enabled)
      write('cgroup/pod/cgroup.procs', '7\n')
      return memoryGroup(64, join(folder, 'proc'))
    }
    const made = () => readdirSync(join(folder, 'cgroup/pod')).filter((name) => /^gatehouse-\d/.test(name))

    it('moves its own process first, limits memory, and reads what happened', () => {
      const group = machine() as MemoryGroup
      expect(read('cgroup/pod/gatehouse-processes/cgroup.procs')).to.equal('7')
      expect(read('cgroup/pod/cgroup.subtree_control')).to.equal('+memory')
      const [name = ''] = made()
      expect(read(`cgroup/pod/${name}/memory.max`)).to.equal(String(64 * 1024 * 1024))
      write(`cgroup/pod/${name}/memory.events`, 'low 0\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n')
      write(`cgroup/pod/${name}/memory.peak`, '1234\n')
      expect([group.oomKills(), group.peak()]).to.deep.equal([2, 1234])
      const { command, args } = group.wrap(allocating(1))
      expect([command, ...args.slice(2, 4)]).to.deep.equal([
        'sh',
        join(folder, 'cgroup/pod', name, 'cgroup.procs'),
        process.execPath,
      ])
    })

    it('is found again after its process was moved, and where its parent limits groups already', () => {
      machine({ enabled: 'memory', own: '/pod/gatehouse-processes' })
      expect(made()).to.have.length(1)
      expect(readdirSync(join(folder, 'cgroup/pod'))).not.to.include('gatehouse-processes')
    })

    it('removes the groups of processes that ended', () => {
      mkdirSync(join(folder, 'cgroup/pod/gatehouse-123456-1'), { recursive: true })
      mkdirSync(join(folder, 'cgroup/pod/gatehouse-77-1'), { recursive: true })
      mkdirSync(join(folder, 'proc/77'), { recursive: true })
      machine({ enabled: 'memory' })
      expect(made()).to.include('gatehouse-77-1').and.not.to.include('gatehouse-123456-1')
    })

    it('is skipped without the memory controller, and on other systems', () => {
      expect(machine({ controllers: 'cpu pids' })).to.deep.equal({
        skipped: 'no memory controller is mounted',
      })
      expect(memoryGroup(64, join(folder, 'none'))).to.deep.equal({
        skipped: 'this system has no control groups',
      })
    })
  })
})
