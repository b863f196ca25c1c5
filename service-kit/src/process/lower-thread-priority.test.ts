import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'

const file = new URL('./lower-thread-priority.ts', import.meta.url).href
/** SCHED_IDLE of sched(7). */
const idleClass = 5

/** What a thread is after it stepped aside: its nice value and its scheduling class. */
async function steppedAside(env: NodeJS.ProcessEnv): Promise<{ nice: number; policy: number }> {
  const code = `
    const { getPriority } = require('node:os')
    const { readFileSync } = require('node:fs')
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(file)}).then(({ stepAside }) => {
      stepAside()
      parentPort.postMessage({ nice: getPriority(), stat: readFileSync('/proc/thread-self/stat', 'utf8') })
    })`
  const [{ nice, stat }] = await once(new Worker(code, { eval: true, env }), 'message')
  return { nice, policy: policyIn(stat) }
}

/** The 41st field of proc_pid_stat(5), counted after the name in brackets. */
function policyIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}

describe('a thread that steps aside', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip()
  })

  it('lets all others go first, its own process too', async () => {
    const before = getPriority()
    expect(await steppedAside(process.env)).to.deep.equal({ nice: Math.max(before, 10), policy: idleClass })
    expect(getPriority()).to.equal(before)
    expect(policyIn(readFileSync('/proc/self/stat', 'utf8'))).not.to.equal(idleClass)
  })

  it('is niced at least, where its class cannot be changed', async () => {
    const { nice, policy } = await steppedAside({ ...process.env, PATH: '/nowhere' })
    expect(nice).to.be.at.least(10)
    expect(policy).to.equal(0)
  })
})
