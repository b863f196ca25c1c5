import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'

const child = join(import.meta.dirname, 'child.mjs')
const compile = join(import.meta.dirname, 'compile.mjs')
const endpoint = join(import.meta.dirname, '..', 'run.mjs')

describe('dev/run.mjs', () => {
  const folder = temporaryFolder()
  const run = async (...args: string[]) => {
    const script = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [script.stdout, script.stderr])
      stream.on('data', (text) => {
        said += text
      })
    const [code] = await once(script, 'close')
    return { code, said }
  }

  it('lists its commands if the given one is unknown', async () => {
    const { code, said } = await run(endpoint, 'strat')
    expect(code).to.equal(2)
    expect(said).to.include('no command "strat"').and.include('test:stories')
  })

  it('passes arguments to the child and returns its exit code', async () => {
    const program = `process.exit(process.argv[1] === 'seven' ? 7 : 1)`
    const script = `import('${child}').then(async ({ runNode }) => { process.exitCode = await runNode('-e', ${JSON.stringify(program)}, 'seven') })`
    expect((await run('-e', script)).code).to.equal(7)
  })

  it('reports compiler errors only if a build from nothing has them too', async () => {
    const compiled = async (wasBuilt: boolean, ...codes: number[]) => {
      const script = `
        const { compile } = await import('${compile}')
        const codes = ${JSON.stringify(codes)}
        console.log(await compile(async (...args) => (console.log(args.join(' ')), codes.shift()), ${wasBuilt}))`
      const { said } = await run('--input-type=module', '-e', script)
      return said.split('\n').filter((line) => /^(?:-b|\d)/.test(line))
    }
    expect(await compiled(true, 0)).to.deep.equal(['-b', '0'])
    expect(await compiled(true, 2, 0)).to.deep.equal(['-b', '-b --force', '0'])
    expect(await compiled(true, 2, 2)).to.deep.equal(['-b', '-b --force', '2'])
    expect(await compiled(false, 2)).to.deep.equal(['-b', '2'])
    expect(await compiled(true, 130)).to.deep.equal(['-b', '130'])
  })

  it('waits for the child of a killed script that installs or builds', async () => {
    const copy = join(folder.path, 'dev', 'run')
    mkdirSync(copy, { recursive: true })
    for (const name of ['child.mjs', 'paths.mjs', 'prepare-lock.mjs'])
      copyFileSync(join(import.meta.dirname, name), join(copy, name))
    const lock = (work: string) => `
      const { withLock } = await import('${copy}/prepare-lock.mjs')
      const { runChild } = await import('${copy}/child.mjs')
      await withLock(() => ${work})`
    const program = `console.log(process.pid); process.stdin.resume()`
    const work = `runChild(process.execPath, ['-e', ${JSON.stringify(program)}])`
    const killed = spawn(process.execPath, ['--input-type=module', '-e', lock(work)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [pid] = await once(createInterface(killed.stdout), 'line')
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    const waiting = spawn(process.execPath, ['--input-type=module', '-e', lock(`console.log('alone')`)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = once(createInterface(waiting.stdout), 'line')
    const [line] = await once(createInterface(waiting.stderr), 'line')
    expect(line).to.include(`waiting for process ${pid}`)
    process.kill(Number(pid))
    expect(await output).to.deep.equal(['alone'])
  })

  it('forwards Ctrl-C once, waits for the child and returns its exit code', async () => {
    const program = `
      let times = 0
      process.on('SIGINT', () => { times += 1; setTimeout(() => process.exit(40 + times), 300) })
      setInterval(() => {}, 1000)
      console.log('up')`
    const script = `import('${child}').then(async ({ runNode }) => { process.exitCode = await runNode('-e', ${JSON.stringify(program)}) })`
    const running = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface(running.stdout), 'line')
    // The terminal and npm both send it.
    running.kill('SIGINT')
    running.kill('SIGINT')
    expect(await once(running, 'exit')).to.deep.equal([41, null])
  })
})
