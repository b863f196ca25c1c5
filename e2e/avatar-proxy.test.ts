import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { avatarProxy } from '@gatehouse/gateway/avatars/avatar-proxy'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { openAvatarServer } from '@gatehouse/webhook-service/avatars/avatar-server'
import { expect } from 'chai'

const path = `/avatars/1/${'0'.repeat(32)}`
const local = ['DNS:localhost', 'IP:127.0.0.1']

describe('avatars between gateway and webhook-service', () => {
  const root = authority()
  const certificate = (identity: string, from = root) =>
    from.issue({ names: [...local, identityName(identity)] })
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  async function serve(bytes: Buffer, tls: ReturnType<typeof certificate> | null) {
    const avatars = { find: async () => ({ contentType: 'image/png' as const, bytes }) }
    const server = await openAvatarServer({ listen: '127.0.0.1:0', tls, avatars, log: logLines().log })
    closers.push(() => server.close())
    return server.address
  }

  type Bounds = Pick<Parameters<typeof avatarProxy>[0], 'maxSockets' | 'maxBytes'>

  async function forward(address: string, tls: ReturnType<typeof certificate> | null, bounds: Bounds = {}) {
    const proxy = avatarProxy({ address, tls, ...bounds })
    const server: Server = createServer((req, res) => {
      void proxy.stream(req, res, { path, headers: [] }).catch(() => res.writeHead(503).end())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => {
      server.closeAllConnections()
      server.close()
      proxy.close()
    })
    return (server.address() as AddressInfo).port
  }

  const statusFor = async (address: string, tls: ReturnType<typeof certificate> | null) =>
    (await fetch(`http://127.0.0.1:${await forward(address, tls)}`)).status

  it('are served under mutual TLS to the gateway alone', async () => {
    const address = await serve(Buffer.from('image'), certificate('webhook-service'))
    expect(await statusFor(address, certificate('gateway'))).to.equal(200)
    expect(await statusFor(address, certificate('auth-service'))).to.equal(503)
    expect(await statusFor(address, certificate('gateway', authority()))).to.equal(503)
    expect(await statusFor(address, null)).to.equal(503)
  })

  it('are not accepted from another server', async () => {
    const address = await serve(Buffer.from('image'), certificate('webhook-service', authority()))
    expect(await statusFor(address, certificate('gateway'))).to.equal(503)
  })

  const slowClient = async (port: number) => {
    const client = connect(port, '127.0.0.1')
    closers.push(() => client.destroy())
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(client, 'readable')
  }

  it('do not wait for clients that do not read them', async () => {
    const bytes = Buffer.alloc(24 * 1024 * 1024)
    const port = await forward(await serve(bytes, null), null, { maxSockets: 1, maxBytes: bytes.length })
    await slowClient(port)
    const response = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(30_000) })
    expect((await response.arrayBuffer()).byteLength).to.equal(bytes.length)
  })

  it('come from another replica while some are down, and fail while all are', async () => {
    const [down, alsoDown] = [`127.0.0.1:${await findFreePort()}`, `127.0.0.1:${await findFreePort()}`]
    expect(await statusFor(`${down},${alsoDown}`, null)).to.equal(503)
    const port = await forward(`${down},${alsoDown},${await serve(Buffer.from('image'), null)}`, null)
    const statuses = Array.from({ length: 5 }, async () => (await fetch(`http://127.0.0.1:${port}`)).status)
    expect(await Promise.all(statuses)).to.deep.equal([200, 200, 200, 200, 200])
    expect((await fetch(`http://127.0.0.1:${port}`)).status).to.equal(200)
  })

  it('are rejected above 256 KiB', async () => {
    const status = async (length: number) => statusFor(await serve(Buffer.alloc(length), null), null)
    expect(await status(262_145)).to.equal(503)
    expect(await status(262_144)).to.equal(200)
  })
})
