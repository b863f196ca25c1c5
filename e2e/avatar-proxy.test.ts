import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
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
  let disconnected = Promise.withResolvers<unknown>()
  beforeEach(() => {
    disconnected = Promise.withResolvers()
  })
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  async function serve(bytes: Buffer, tls: ReturnType<typeof certificate> | null) {
    const avatars = { find: async () => ({ contentType: 'image/png' as const, bytes }) }
    const server = await openAvatarServer({ listen: '127.0.0.1:0', tls, avatars, log: logLines().log })
    closers.push(() => server.close())
    return server.address
  }

  async function forward(address: string, tls: ReturnType<typeof certificate> | null) {
    const proxy = avatarProxy({ address, tls, writeTimeoutMs: 300 })
    const server: Server = createServer((req, res) => {
      void proxy.stream(req, res, { path, headers: [] }).catch(() => res.writeHead(503).end())
    })
    server.on('connection', (socket) => socket.once('close', disconnected.resolve))
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

  it('end for a client that does not read them', async () => {
    const port = await forward(await serve(Buffer.alloc(64 * 1024 * 1024), null), null)
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    client.pause()
    client.write(`GET / HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await disconnected.promise
    let received = 0
    client.on('data', (chunk) => (received += chunk.length)).resume()
    await once(client, 'close')
    expect(received)
      .to.be.greaterThan(0)
      .and.below(64 * 1024 * 1024)
  })
})
