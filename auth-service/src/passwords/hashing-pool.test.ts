import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import type { HashCost, HashJob } from './hash-job.ts'
import { type HashingPool, openHashingPool } from './hashing-pool.ts'

const cost: HashCost = { memoryKib: 19456, passes: 2, lanes: 1 }
const hash = (password: string): HashJob => ({ kind: 'hash', password, cost })

/** A worker that dies of the password `die`, fails at `fail` and answers everything else with itself. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ password }) => {
      if (password === 'die') process.exit(1)
      parentPort.postMessage(password === 'fail' ? { failure: 'told to' } : { value: password })
    })
    parentPort.postMessage({ ready: true })
  `)}`,
)

describe('openHashingPool', () => {
  let pool: HashingPool
  const deaths: Error[] = []
  const open = (options: { slots?: number; maxQueueMs?: number; expectedMs?: number; worker?: URL } = {}) => {
    pool = openHashingPool({
      slots: 2,
      maxQueueMs: 2000,
      expectedMs: 20,
      onDeath: (error) => deaths.push(error),
      ...options,
    })
    return pool
  }
  afterEach(() => pool.close())

  it('hashes on threads of its own, each of them niced and the main thread not', async function () {
    if (process.platform !== 'linux') this.skip()
    const [before, threadsBefore] = [getPriority(), nicedThreads()]
    open({ slots: 3 })
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((password) => pool.run(hash(password))))
    expect(nicedThreads() - threadsBefore).to.equal(3)
    expect(getPriority()).to.equal(before)
  })

  it('verifies what it hashed', async () => {
    open()
    const made = String(await pool.run(hash('correct horse')))
    expect(await pool.run({ kind: 'verify', password: 'correct horse', hash: made, cost })).to.equal(true)
    expect(await pool.run({ kind: 'verify', password: 'wrong horse', hash: made, cost })).to.equal(false)
  })

  it('refuses at once what would wait behind more than the allowed work, and takes work again afterwards', async () => {
    open({ slots: 1, maxQueueMs: 100, expectedMs: 50, worker: obedient })
    const admitted = [pool.run(hash('1')), pool.run(hash('2'))]
    const refusal = await rejected(pool.run(hash('3')))
    expect(refusal.code).to.equal('SERVICE_UNAVAILABLE')
    expect(refusal.data.retry_after).to.equal(1)
    expect(await Promise.all(admitted)).to.deep.equal(['1', '2'])
    expect(await pool.run(hash('4'))).to.equal('4')
  })

  it('learns how long a hash takes: the faster they are, the more may wait', async () => {
    open({ slots: 1, maxQueueMs: 100, expectedMs: 60, worker: obedient })
    for (let round = 0; round < 30; round++) await pool.run(hash('quick'))
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => pool.run(hash(String(index)))))
    expect(all).to.have.lengthOf(10)
  })

  it('lets a cancelled call out of the queue', async () => {
    open({ slots: 1, worker: obedient })
    await pool.run(hash('warm'))
    const cancel = new AbortController()
    const running = pool.run(hash('running'))
    const cancelled = pool.run(hash('cancelled'), cancel.signal)
    expect(pool.waiting()).to.equal(1)
    cancel.abort()
    expect(pool.waiting()).to.equal(0)
    expect((await rejected(cancelled)).code).to.equal('UPSTREAM_TIMEOUT')
    expect(await running).to.equal('running')
  })

  it('takes no job of a call that was cancelled before', async () => {
    open({ worker: obedient })
    expect((await rejected(pool.run(hash('late'), AbortSignal.abort()))).code).to.equal('UPSTREAM_TIMEOUT')
  })

  it('replaces a thread that dies and fails its job alone, once', async () => {
    open({ slots: 1, worker: obedient })
    const both = await Promise.allSettled([pool.run(hash('die')), pool.run(hash('next'))])
    expect(both.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled'])
    expect(deaths).to.have.lengthOf(1)
  })

  it('goes on after a job that fails', async () => {
    open({ slots: 1, worker: obedient })
    const [failed] = await Promise.allSettled([pool.run(hash('fail'))])
    expect(failed).to.have.nested.property('reason.message', 'told to')
    expect(await pool.run(hash('next'))).to.equal('next')
  })

  it('ends what waits when it closes, and takes nothing more', async () => {
    open({ slots: 1, worker: obedient })
    await pool.run(hash('warm'))
    const both = Promise.allSettled([pool.run(hash('running')), pool.run(hash('waiting'))])
    await pool.close()
    expect((await both)[1]).to.have.nested.property('reason.code', 'SERVICE_UNAVAILABLE')
    expect((await rejected(pool.run(hash('3')))).code).to.equal('SERVICE_UNAVAILABLE')
  })
})

/** How many threads of this process run at nice 10: the 19th field of their stat, counted after the name in brackets. */
function nicedThreads(): number {
  const niceOf = (thread: string) =>
    readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[16]
  return readdirSync('/proc/self/task').filter((thread) => niceOf(thread) === '10').length
}
