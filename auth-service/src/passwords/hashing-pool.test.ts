import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { samplesOf } from '@gatehouse/service-kit/testing/samples-of'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type HashingPool, type HashRequester, openHashingPool } from './hashing-pool.ts'
import type { HashJob } from './hashing-worker.ts'
import type { Argon2Parameters } from './stored-hash.ts'

const parameters: Argon2Parameters = { memoryKib: 19456, passes: 2, lanes: 1 }
const hash = (password: string): HashJob => ({ kind: 'hash', password })

/** Returns the password, exits at `die` and fails at `fail`. */
const echoWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ password }) => {
      if (password === 'die') process.exit(1)
      parentPort.postMessage(password === 'fail' ? { failure: 'on request' } : { value: password })
    })
    parentPort.postMessage({ ready: true })
  `)}`,
)

/** Takes as many milliseconds as the password says. */
const slowWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ password }) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(password))
      parentPort.postMessage({ value: password })
    })
    parentPort.postMessage({ ready: true })
  `)}`,
)

describe('hashing pool', () => {
  let pool: HashingPool
  const exits: Error[] = []
  const open = (
    options: { hashingThreads?: number; maxQueueMs?: number; expectedMs?: number; worker?: URL } = {},
  ) => {
    pool = openHashingPool({
      parameters,
      hashingThreads: 2,
      maxQueueMs: 2000,
      expectedMs: 20,
      onThreadExit: (error) => exits.push(error),
      ...options,
    })
    return pool
  }
  afterEach(() => pool.close())
  const run = (
    job: HashJob,
    { address = '192.0.2.1', isKnown = false, signal }: Partial<HashRequester> = {},
  ) => pool.run(job, { address, isKnown, signal })
  const samples = () => samplesOf(...pool.metrics)
  const rejectedFor = (cause: string) => `gatehouse_hashing_refused_total{cause="${cause}"}`

  it('hashes on low-priority threads and leaves the priority of the main thread', async function () {
    if (process.platform !== 'linux') this.skip()
    const [before, threadsBefore] = [getPriority(), nicedThreads()]
    open({ hashingThreads: 3, maxQueueMs: 60_000 })
    // A thread that starts slowly gets a job in a later round.
    await until(async () => {
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((password) => run(hash(password))))
      return nicedThreads() - threadsBefore === 3
    })
    expect(getPriority()).to.equal(before)
  })

  it('verifies a hash that it made', async () => {
    open()
    const made = String(await run(hash('correct horse')))
    expect(await run({ kind: 'verify', password: 'correct horse', hash: made })).to.equal(true)
    expect(await run({ kind: 'verify', password: 'wrong horse', hash: made })).to.equal(false)
  })

  it('rejects jobs immediately when the queue is full, and accepts jobs again afterwards', async () => {
    open({ hashingThreads: 1, maxQueueMs: 2000, expectedMs: 1000, worker: echoWorker })
    const admitted = [run(hash('1')), run(hash('2'))]
    const rejection = await rejected(run(hash('3')))
    expect(rejection.code).to.equal('SERVICE_UNAVAILABLE')
    expect(rejection.data.retry_after).to.equal(2)
    expect(await Promise.all(admitted)).to.deep.equal(['1', '2'])
    expect(await run(hash('4'))).to.equal('4')
  })

  it('admits more jobs once hashes turn out to be faster', async () => {
    open({ hashingThreads: 1, maxQueueMs: 2000, expectedMs: 1200, worker: echoWorker })
    for (let round = 0; round < 30; round++) await run(hash('quick'))
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => run(hash(String(index)))))
    expect(all).to.have.lengthOf(10)
  })

  it('returns the results of queued jobs in groups, and the last of them at once', async () => {
    open({ hashingThreads: 1, worker: slowWorker })
    await run(hash('1'))
    const turns = new Set<number>()
    let turn = 0
    let isOver = false
    const countTurns = () => {
      turn += 1
      if (!isOver) setImmediate(countTurns)
    }
    countTurns()
    const jobs = Array.from({ length: 20 }, () => run(hash('2')).then(() => turns.add(turn)))
    await Promise.all(jobs)
    isOver = true
    expect(turns.size).to.be.within(1, 10)
  })

  it('removes a cancelled job from the queue', async () => {
    open({ hashingThreads: 1, worker: echoWorker })
    await run(hash('warm'))
    const cancel = new AbortController()
    const running = run(hash('running'))
    const cancelled = run(hash('cancelled'), { signal: cancel.signal })
    expect(await samples()).to.include({ gatehouse_hashing_waiting: 1 })
    cancel.abort()
    expect(await samples()).to.include({ gatehouse_hashing_waiting: 0 })
    expect((await rejected(cancelled)).code).to.equal('UPSTREAM_TIMEOUT')
    expect(await running).to.equal('running')
  })

  it('rejects a job that was cancelled before', async () => {
    open({ worker: echoWorker })
    expect((await rejected(run(hash('late'), { signal: AbortSignal.abort() }))).code).to.equal(
      'UPSTREAM_TIMEOUT',
    )
  })

  it('restarts a thread that exits and rejects only its job', async () => {
    open({ hashingThreads: 1, worker: echoWorker })
    const both = await Promise.allSettled([run(hash('die')), run(hash('next'))])
    expect(both.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled'])
    expect(exits).to.have.lengthOf(1)
  })

  it('runs further jobs after one failed', async () => {
    open({ hashingThreads: 1, worker: echoWorker })
    const [failed] = await Promise.allSettled([run(hash('fail'))])
    expect(failed).to.have.nested.property('reason.message', 'on request')
    expect(await run(hash('next'))).to.equal('next')
  })

  it('serves a new address after one round while another has ten thousand jobs queued', async () => {
    open({ hashingThreads: 1, maxQueueMs: 1000, expectedMs: 0.2, worker: echoWorker })
    const served: string[] = []
    const ask = (password: string, address: string) =>
      run(hash(password), { address }).then(
        () => served.push(address),
        () => {},
      )
    const flood = Array.from({ length: 10_000 }, (_, index) => ask(String(index), '192.0.2.66'))
    const others = ['198.51.100.1', '2001:db8:0:1::1', '2001:db8:0:2::1'].map((address) =>
      ask('new', address),
    )
    await Promise.all(others)
    expect(served.findLastIndex((address) => address !== '192.0.2.66')).to.be.at.most(6)
    await Promise.all(flood)
    expect(await samples()).to.include({ [rejectedFor('displaced')]: 3 })
    expect((await samples())[rejectedFor('full')]).to.be.above(0)
  })

  it('treats the addresses of a /64 as one', async () => {
    open({ hashingThreads: 1, worker: echoWorker })
    await run(hash('warm'))
    const served: string[] = []
    const ask = (name: string, address: string) =>
      run(hash(name), { address }).then((value) => served.push(String(value)))
    await Promise.all([
      ask('running', '192.0.2.1'),
      ...['a1', 'a2', 'a3'].map((name, index) => ask(name, `2001:db8:0:1::${index}`)),
      ask('other', '2001:db8:0:2::1'),
    ])
    expect(served.indexOf('other')).to.equal(2)
  })

  it('serves networks in turn, however many addresses of one ask', async () => {
    open({ hashingThreads: 1, maxQueueMs: 60_000, worker: echoWorker })
    await run(hash('warm'))
    const served: string[] = []
    const ask = (name: string, address: string) =>
      run(hash(name), { address }).then((value) => served.push(String(value)))
    const networks = Array.from({ length: 300 }, (_, index) =>
      ask('flood', `2001:db8:${index.toString(16)}::1`),
    )
    await Promise.all([...networks, ask('other', '2001:db9::1'), ask('v4', '198.51.100.1')])
    expect(served.indexOf('other')).to.be.within(1, 4)
    expect(served.indexOf('v4')).to.be.within(1, 5)
  })

  it('keeps a quarter of the queue and every fourth turn for known devices', async () => {
    open({ hashingThreads: 1, maxQueueMs: 2000, expectedMs: 50, worker: echoWorker })
    const served: string[] = []
    const ask = (isKnown: boolean, address: string) =>
      run(hash('x'), { address, isKnown }).then(
        () => served.push(isKnown ? 'known' : 'unknown'),
        ({ code }) => served.push(`${isKnown ? 'known' : 'unknown'} ${code}`),
      )
    const strangers = Array.from({ length: 60 }, (_, index) => ask(false, `${index}.0.0.1`))
    const owners = Array.from({ length: 15 }, (_, index) => ask(true, `${index}.0.0.2`))
    await Promise.all([...strangers, ...owners])
    const count = (name: string) => served.filter((each) => each === name).length
    expect(count('unknown')).to.be.within(29, 32)
    expect(count('known')).to.be.within(9, 12)
    expect(count('known SERVICE_UNAVAILABLE')).to.equal(15 - count('known'))
    const turns = served.filter((each) => !each.includes(' '))
    expect(turns.slice(0, 16).filter((each) => each === 'known')).to.have.lengthOf(4)
  })

  it('gives all of the queue to known devices that strangers do not use', async () => {
    open({ hashingThreads: 1, maxQueueMs: 2000, expectedMs: 100, worker: echoWorker })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => run(hash('x'), { address: `${index}.0.0.1`, isKnown: true })),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).to.deep.equal([])
  })

  it('reports busy threads, queued jobs, rejections and durations as metrics', async () => {
    open({ hashingThreads: 1, maxQueueMs: 2000, expectedMs: 1000, worker: echoWorker })
    await run(hash('warm'))
    const cancel = new AbortController()
    const admitted = [run(hash('1')), run(hash('2'))]
    const cancelled = run(hash('cancelled'), { signal: cancel.signal })
    expect(await samples()).to.include({
      gatehouse_hashing_busy: 1,
      gatehouse_hashing_waiting: 2,
      gatehouse_hashing_slots: 1,
      gatehouse_hashing_memory_budget_bytes: 19456 * 1024,
    })
    cancel.abort()
    await Promise.allSettled([...admitted, cancelled])
    const after = await samples()
    expect(after).to.include({ gatehouse_hashing_seconds_count: 3, gatehouse_hashing_wait_seconds_count: 3 })
    expect(Object.keys(after).filter((name) => name.includes('refused'))).to.deep.equal([
      rejectedFor('cancelled'),
    ])
    expect(after[rejectedFor('cancelled')]).to.equal(1)
  })

  it('rejects queued jobs that waited too long', async () => {
    open({ hashingThreads: 1, maxQueueMs: 30, expectedMs: 1, worker: slowWorker })
    while (!pool.isReady()) await new Promise(setImmediate)
    const both = await Promise.allSettled([run(hash('60')), run(hash('late')), run(hash('later'))])
    expect(both.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected'])
    expect(await samples()).to.include({ [rejectedFor('expired')]: 2 })
  })

  it('rejects queued and new jobs once it is closed', async () => {
    open({ hashingThreads: 1, worker: echoWorker })
    await run(hash('warm'))
    const both = Promise.allSettled([run(hash('running')), run(hash('waiting'))])
    await pool.close()
    expect((await both)[1]).to.have.nested.property('reason.code', 'SERVICE_UNAVAILABLE')
    expect((await rejected(run(hash('3')))).code).to.equal('SERVICE_UNAVAILABLE')
  })
})

/**
 * How many threads of this process run at nice 10: the 19th field of their stat, counted after the name in
 * brackets.
 */
function nicedThreads(): number {
  const niceOf = (thread: string) =>
    readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[16]
  return readdirSync('/proc/self/task').filter((thread) => niceOf(thread) === '10').length
}
