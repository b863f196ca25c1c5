import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { compileCache } from '@gatehouse/service-kit/testing/compile-cache'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { expect } from 'chai'

const entries = ['auth-service', 'session-service', 'webhook-service', 'gateway', 'guild-directory'].map(
  (name) => `${name}/src/main.ts`,
)
const migrations = ['auth-service', 'webhook-service', 'guild-directory'].map(
  (name) => `${name}/src/migrate.ts`,
)

describe('a process that waits for its stores at its start', () => {
  let silent: Server
  const sockets = new Set<Socket>()
  before(async () => {
    silent = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
    })
    await once(silent.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    for (const socket of sockets) socket.destroy()
    await once(silent.close(), 'close')
  })

  for (const entry of [...entries, ...migrations]) {
    it(`ends at once on SIGTERM: ${entry}`, async () => {
      const { port } = silent.address() as AddressInfo
      const env = {
        PATH: process.env.PATH,
        ...compileCache,
        GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${port}`,
        GATEHOUSE_MONGODB_URL: `mongodb://127.0.0.1:${port}`,
        GATEHOUSE_MONGODB_DATABASE: 'a',
        GATEHOUSE_KEYS: testKeys(),
        GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
        GATEHOUSE_HTTP_LISTEN: '127.0.0.1:0',
        GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
        GATEHOUSE_AUTH_ADDR: `127.0.0.1:${port}`,
        GATEHOUSE_SESSIONS_ADDR: `127.0.0.1:${port}`,
        GATEHOUSE_WEBHOOKS_ADDR: `127.0.0.1:${port}`,
      }
      const args = ['--conditions=gatehouse-source', join(repositoryRoot, entry)]
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const output: string[] = []
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data) => output.push(String(data)))
      const exited = once(child, 'exit')
      await Promise.race([once(silent, 'connection'), exited])
      child.kill('SIGTERM')
      expect(await exited, output.join('')).to.deep.equal([143, null])
    })
  }
})
