import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { compileCache } from '../../testing/compile-cache.ts'

const runUrl = new URL('./run.ts', import.meta.url).href
const settingsUrl = new URL('../process/settings.ts', import.meta.url).href

/** Runs a process whose start is the given code; `output` grows while it lives. */
function launch(start: string): { child: ChildProcess; output(): string; says(text: string): Promise<void> } {
  const code = `
    import { run } from ${JSON.stringify(runUrl)}
    import { SettingsError } from ${JSON.stringify(settingsUrl)}
    await run({ name: 'test', start: async (log) => { ${start} } })`
  const child = spawn(
    process.execPath,
    ['--conditions=gatehouse-source', '--input-type=module-typescript', '--eval', code],
    { env: { PATH: process.env.PATH, ...compileCache } },
  )
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output += data
      for (const listener of listeners) listener()
    })
  }
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => output.includes(text) && resolve()
      listeners.add(check)
      check()
    })
  return { child, output: () => output, says }
}

const keepAlive = 'const timer = setInterval(() => {}, 1000); setImmediate(() => console.log("up"));'
const closing = (drainSeconds: number) => `return {
  drainSeconds: ${drainSeconds},
  beginDrain: () => console.log("draining at", performance.now()),
  close: async () => { console.log("closed at", performance.now()); clearInterval(timer) },
}`
const closes = closing(0)

describe('run', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`closes and exits with 0 on ${signal}`, async () => {
      const { child, output, says } = launch(`${keepAlive} ${closes}`)
      await says('up')
      child.kill(signal)
      const [code] = await once(child, 'close')
      expect(code).to.equal(0)
      expect(output()).to.contain('closed')
    })
  }

  it('serves for the drain delay before it closes', async () => {
    const { child, output, says } = launch(`${keepAlive} ${closing(1)}`)
    await says('up')
    child.kill('SIGTERM')
    await once(child, 'close')
    const [, drainingAt, closedAt] = /draining at (\S+)[\s\S]*closed at (\S+)/.exec(output()) ?? []
    expect(Number(closedAt) - Number(drainingAt)).to.be.above(990)
  })

  for (const [signal, exitCode] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    it(`ends at once on ${signal} while it starts`, async () => {
      const { child, output, says } = launch(`${keepAlive} await new Promise(() => {}); ${closes}`)
      await says('up')
      child.kill(signal)
      expect(await once(child, 'close')).to.deep.equal([exitCode, null])
      expect(output()).to.not.contain('closed')
    })
  }

  it('prints the invalid settings and exits with 1', async () => {
    const { child, output } = launch('throw new SettingsError(["GATEHOUSE_X must be set"])')
    const [code] = await once(child, 'close')
    expect(code).to.equal(1)
    expect(output()).to.equal(
      'test: Some settings are invalid:\n  GATEHOUSE_X must be set\nSee .env.example for every setting.\n',
    )
  })

  it('survives unhandled store errors and exits on an uncaught exception', async () => {
    const { child, output, says } = launch(`${keepAlive}
      Promise.reject(new Error("nobody"))
      setTimeout(() => { throw Object.assign(new Error("redis"), { code: "ECONNRESET" }) }, 10)
      setTimeout(() => console.log("alive"), 50)
      setTimeout(() => { throw new TypeError("bug") }, 100)
      ${closes}`)
    await says('alive')
    const [code] = await once(child, 'close')
    expect(code).to.equal(1)
    expect(output()).to.contain('uncaught exception')
  })
})
