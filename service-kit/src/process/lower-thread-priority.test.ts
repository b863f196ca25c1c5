import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'

const file = new URL('./lower-thread-priority.ts', import.meta.url).href
/** SCHED_IDLE of sched(7). */
const idlePolicy = 5

/** Nice value and scheduling policy of a new thread after it lowered its priority. */
async function loweredThread(env: NodeJS.ProcessEnv): Promise<{ nice: number; policy: number }> {
  const code = `
    const { getPriority } = require('node:os')
    const { readFileSync } = require('node:fs')
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(file)}).then(({ lowerThreadPriority }) => {
      lowerThreadPriority()
      parentPort.postMessage({ nice: getPriority(), stat: readFileSync('/proc/thread-self/stat', 'utf8') })
    })`
  const [{ nice, stat }] = await once(new Worker(code, { eval: true, env }), 'message')
  return { nice, policy: policyIn(stat) }
}

/** The 41st field of proc_pid_stat(5), counted after the name in brackets. */
function policyIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}

describe('lowerThreadPriority', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip()
  })

  it('moves the calling thread to the idle class and does not change the process', async () => {
    const before = getPriority()
    expect(await loweredThread(process.env)).to.deep.equal({ nice: Math.max(before, 10), policy: idlePolicy })
    expect(getPriority()).to.equal(before)
    expect(policyIn(readFileSync('/proc/self/stat', 'utf8'))).not.to.equal(idlePolicy)
  })

  it('only raises the nice value if the class cannot be changed', async () => {
    const { nice, policy } = await loweredThread({ ...process.env, PATH: '/nowhere' })
    expect(nice).to.be.at.least(10)
    expect(policy).to.equal(policyIn(readFileSync('/proc/self/stat', 'utf8')))
  })
})
