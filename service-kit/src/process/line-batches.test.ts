import { spawnSync } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { lineBatches } from './line-batches.ts'
import { createLogger } from './log.ts'

describe('lineBatches', () => {
  function opened() {
    const writes: string[] = []
    const destination = lineBatches({ write: (text) => void writes.push(text) })
    const messages = () =>
      writes.map((text) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).msg),
      )
    return { log: createLogger({ name: 'test', level: 'info', destination }), messages }
  }

  it('writes the records of a turn together, in order', async () => {
    const { log, messages } = opened()
    for (const message of ['a', 'b', 'c']) log.info(message)
    expect(messages()).to.deep.equal([])
    await turn()
    log.child({ source: 'x' }).info('d')
    await turn()
    await turn()
    expect(messages()).to.deep.equal([['a', 'b', 'c'], ['d']])
  })

  for (const level of ['warn', 'error', 'fatal'] as const)
    it(`writes at once from ${level} on, what came before first`, async () => {
      const { log, messages } = opened()
      log.info('a')
      log[level]('b')
      expect(messages()).to.deep.equal([['a', 'b']])
      log.info('c')
      await turn()
      expect(messages()).to.deep.equal([['a', 'b'], ['c']])
    })
})

describe('the log of a process that ends', () => {
  const logOf = (end: string) => {
    const script = `
      import { createLogger } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
      const log = createLogger({ name: 'test', level: 'info' })
      for (let i = 0; i < 3; i++) log.info('record ' + i)
      ${end}`
    const args = ['--conditions=gatehouse-source', '--input-type=module', '-e', script]
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.match(/record \d/g)
  }

  for (const [how, end] of [
    ['by itself', ''],
    ['by process.exit', 'process.exit(1)'],
    ['by an uncaught exception', 'throw new Error("x")'],
    ['by a rejection', 'await Promise.reject(new Error("x"))'],
  ] as const)
    it(`is complete if it ends ${how}`, () => {
      expect(logOf(end)).to.deep.equal(['record 0', 'record 1', 'record 2'])
    })
})
