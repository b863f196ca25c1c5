import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { build } from 'esbuild'
import { fakeApi } from './fake-api.ts'

const maxBytes = 10_000

describe('the bundle of the client', () => {
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

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    target: 'es2022',
    conditions: ['gatehouse-source'],
  })
  return outputFiles[0]?.text ?? ''
}
