import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { fakeApi } from './fake-api.ts'

const repositoryRoot = join(import.meta.dirname, '../..')
const bundler = join(repositoryRoot, 'dev/api-tools/node_modules/rolldown/dist/index.mjs')
const maxBytes = 10_000

describe('the bundle of the client', () => {
  before(function () {
    if (existsSync(bundler)) return
    console.log('      skipped: npm run generate installs dev/api-tools')
    this.skip()
  })

  it('is smaller than 10 kB with everything, and smaller without what is not imported', async () => {
    const all = await bundle(
      `export * from '@gatehouse/client'; export * from '@gatehouse/client/handoff'; export * from '@gatehouse/client/webhooks'`,
    )
    const some = await bundle(`export { createGatehouse } from '@gatehouse/client'`)
    const [allBytes, someBytes] = [all, some].map((code) => gzipSync(code).length)
    console.log(`      @gatehouse/client: ${allBytes} bytes gzipped, createGatehouse alone ${someBytes}`)
    expect(allBytes).to.be.below(maxBytes)
    for (const part of ['X-Handoff-Secret', 'X-Hub-Signature-256', 'rel="?next'])
      expect([part, all.includes(part), some.includes(part)]).to.deep.equal([part, true, false])
  })

  it('needs no globals but those of every worker', async () => {
    const code = await bundle(
      `import { createGatehouse } from '@gatehouse/client'; globalThis.createGatehouse = createGatehouse`,
    )
    const { options } = fakeApi(() => ({ body: { id: '5' } }))
    const globals = {
      Request,
      Response,
      Headers,
      URL,
      URLSearchParams,
      AbortController,
      setTimeout,
      clearTimeout,
    }
    const worker = createContext({ ...globals, FormData, crypto, TextEncoder, options })
    runInContext(code, worker)
    const me = await runInContext(`createGatehouse(options).get('/users/@me')`, worker)
    expect(me).to.deep.equal({ id: '5' })
  })
})

async function bundle(source: string): Promise<string> {
  const { rolldown } = await import(bundler)
  const input = 'entry.js'
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === input ? join(import.meta.dirname, input) : undefined),
    load: (id: string) => (id.endsWith(input) ? source : undefined),
  }
  const build = await rolldown({
    input,
    plugins: [entry],
    platform: 'browser',
    resolve: { conditionNames: ['gatehouse-source', 'import'] },
  })
  const { output } = await build.generate({ format: 'iife', name: 'client', minify: true })
  return output[0].code
}
