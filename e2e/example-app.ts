import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { build } from 'vite'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Builds examples/web for a gateway and serves it at another origin than the gateway. */
export async function serveExampleApp(gatewayUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-example-'))
  const { NODE_ENV } = process.env
  await build({
    root: join(repositoryRoot, 'examples/web'),
    define: { 'import.meta.env.VITE_GATEHOUSE_URL': JSON.stringify(gatewayUrl) },
    build: { outDir: folder, emptyOutDir: true },
    logLevel: 'warn',
  })
  // Vite sets NODE_ENV of this process, which the services of other tests would get.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  const server = createServer(async ({ url = '/' }, res) => {
    const path = url === '/' ? '/index.html' : url
    const content = await readFile(join(folder, path)).catch(() => undefined)
    res.writeHead(content ? 200 : 404, { 'content-type': contentTypes[extname(path)] ?? 'text/plain' })
    res.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
