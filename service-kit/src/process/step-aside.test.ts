import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'

describe('a thread that steps aside', () => {
  it('lets its own process go first', async function () {
    if (process.platform !== 'linux') this.skip()
    const file = new URL('./step-aside.ts', import.meta.url).href
    const code = `
      const { getPriority } = require('node:os')
      const { parentPort } = require('node:worker_threads')
      import(${JSON.stringify(file)}).then(({ stepAside }) => {
        stepAside()
        parentPort.postMessage(getPriority())
      })`
    const before = getPriority()
    const [priority] = await once(new Worker(code, { eval: true }), 'message')
    expect(priority).to.be.at.least(10)
    expect(getPriority()).to.equal(before)
  })
})
