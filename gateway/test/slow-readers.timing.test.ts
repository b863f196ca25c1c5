import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { getRequest, type HostileClient, sendAndIgnore } from './hostile-client.ts'
import { metricOf } from './metrics.ts'
import { sendRaw } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

/** More than the kernel buffers for a connection, but 15 clients stay below GATEHOUSE_UNREAD_BYTES. */
const bundles = getRequest('/docs/scalar.js', 'Accept-Encoding: gzip').repeat(5)
const unread = 'gatehouse_http_unread_answers'
const closedFor = (cause: string) => `gatehouse_http_connections_closed_total{cause="${cause}"}`

/** Opens connections for the tests of one `describe` and closes them after each. */
function useHostileClients(url: () => string) {
  const clients: HostileClient[] = []
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.destroy()
  })
  return async (count: number, ...parts: string[]) => {
    const opened = await Promise.all(Array.from({ length: count }, () => sendAndIgnore(url(), ...parts)))
    clients.push(...opened)
    return opened
  }
}

describe('clients that do not read their responses', () => {
  const gateway = useGateway({ GATEHOUSE_REQUESTS_IN_FLIGHT: '20' })
  const open = useHostileClients(() => gateway().url)
  const metric = (name: string) => metricOf(gateway().opsAddress, name)

  it('do not occupy request slots', async () => {
    await open(10, bundles, getRequest('/nowhere').repeat(10))
    await until(async () => (await metric(unread)) === 10)
    expect(await metric('gatehouse_http_requests_in_flight')).to.equal(0)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
  })

  it('share one buffer for a static file', async () => {
    const before = process.memoryUsage().arrayBuffers
    await open(15, bundles)
    await until(async () => (await metric(unread)) === 15)
    // A copy for each client would need 13.5 MiB. Garbage of earlier tests adds a few.
    expect((process.memoryUsage().arrayBuffers - before) / 1024 / 1024).to.be.below(12)
  })

  it('are answered in order if they pipeline requests', async () => {
    const last = getRequest('/webhooks/300', 'Connection: close')
    const { text } = await sendRaw(gateway().url, getRequest('/nowhere').repeat(10), last)
    expect(text.match(/HTTP\/1\.1 \d+/g)?.join()).to.match(/^(HTTP\/1\.1 404,){10}HTTP\/1\.1 401$/)
  })

  it('are disconnected if they pipeline too many requests', async () => {
    const before = await metric(closedFor('pipelining'))
    const [client] = await open(1, getRequest('/nowhere').repeat(60))
    await client?.closed
    expect(await metric(closedFor('pipelining'))).to.equal(before + 1)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
  })
})

describe('responses that are not received', () => {
  const gateway = useGateway({ GATEHOUSE_WRITE_TIMEOUT_MS: '100' })
  const open = useHostileClients(() => gateway().url)

  it('close their connection after the write timeout', async () => {
    const metric = (name: string) => metricOf(gateway().opsAddress, name)
    const before = await metric(closedFor('write_timeout'))
    await open(3, bundles)
    await until(async () => (await metric(closedFor('write_timeout'))) === before + 3)
    expect(await metric('gatehouse_http_unread_bytes')).to.equal(0)
    expect(await metric('gatehouse_http_connections')).to.equal(0)
  })

  it('do not affect a connection that is idle or waits for a service', async () => {
    const { stubs, call } = gateway()
    const { getMe } = stubs.auth
    stubs.auth.getMe = async (request, rpc) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return getMe(request, rpc)
    }
    expect((await call('GET', '/users/@me')).status).to.equal(200)
  })
})

describe('many responses that are not received', () => {
  const gateway = useGateway({ GATEHOUSE_UNREAD_BYTES: '2000000' })
  const open = useHostileClients(() => gateway().url)

  it('are dropped above the byte limit, the oldest first', async () => {
    const metric = (name: string) => metricOf(gateway().opsAddress, name)
    const before = await metric(closedFor('unread_bytes'))
    await open(20, bundles)
    await until(async () => (await metric(closedFor('unread_bytes'))) >= before + 18)
    await until(async () => (await metric('gatehouse_http_unread_bytes')) <= 2_000_000)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
  })
})

describe('connections', () => {
  const gateway = useGateway({ GATEHOUSE_CONNECTIONS: '10', GATEHOUSE_HEADERS_TIMEOUT_MS: '200' })
  const open = useHostileClients(() => gateway().url)

  it('are closed for new ones, the longest idle first', async () => {
    const clients = await open(10)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
    await clients[0]?.closed
    expect(await metricOf(gateway().opsAddress, 'gatehouse_http_connections')).to.be.at.most(10)
  })

  it('are closed if the headers do not arrive in time, byte by byte or not at all', async () => {
    const [silent, trickling] = [...(await open(1)), ...(await open(1, 'GET / HTTP/1.1\r\nHost: a\r\nX-A: '))]
    for (const client of [silent, trickling]) client?.socket.resume()
    const trickle = setInterval(() => trickling?.socket.write('x'), 50)
    await Promise.all([silent?.closed, trickling?.closed])
    clearInterval(trickle)
  })
})
