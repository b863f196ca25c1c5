import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { lines, sendAndIgnore } from './hostile-client.ts'
import { metricOf } from './metrics.ts'
import { useGateway } from './running-gateway.ts'

const tooLarge = 'POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n'

describe('requests in flight', () => {
  const gateway = useGateway({ GATEHOUSE_REQUESTS_IN_FLIGHT: '20', GATEHOUSE_BODIES_ARRIVING: '10' })

  it('are counted when they exceed the maximum', async () => {
    const { getMe } = gateway().stubs.auth
    const release = Promise.withResolvers<void>()
    gateway().stubs.auth.getMe = async (request, call) => {
      await release.promise
      return getMe(request, call)
    }
    const counter = 'gatehouse_http_requests_refused_total'
    const before = await metricOf(gateway().opsAddress, counter)
    const responses = Array.from({ length: 25 }, () => gateway().call('GET', '/users/@me'))
    await until(async () => (await metricOf(gateway().opsAddress, counter)) === before + 5)
    release.resolve()
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses.toSorted()).to.deep.equal([...Array(20).fill(200), ...Array(5).fill(503)])
  })

  it('have free slots while other bodies arrive slowly', async () => {
    const slow = lines(
      'POST /auth/login HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 9',
    )
    const closed = 'gatehouse_http_connections_closed_total{cause="receiving"}'
    const before = await metricOf(gateway().opsAddress, closed)
    const clients = await Promise.all(
      Array.from({ length: 15 }, () => sendAndIgnore(gateway().url, slow, '{')),
    )
    await until(async () => (await metricOf(gateway().opsAddress, closed)) === before + 5)
    expect(await metricOf(gateway().opsAddress, 'gatehouse_http_requests_in_flight')).to.equal(10)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
    for (const { socket } of clients) socket.destroy()
  })
})

const lingering = 'gatehouse_http_lingering_connections'

describe('errors for requests with an unread body', () => {
  const gateway = useGateway(
    { GATEHOUSE_REQUESTS_IN_FLIGHT: '3', GATEHOUSE_LINGERING_CONNECTIONS: '20' },
    { lingerMs: 60_000 },
  )

  it('do not occupy request slots, and linger on a limited number of connections', async () => {
    const { hostname, port } = new URL(gateway().url)
    const sockets: Socket[] = []
    for (let i = 0; i < 50; i++) {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      socket.write(tooLarge)
      const [head] = await once(socket, 'data')
      expect(String(head)).to.match(/^HTTP\/1\.1 413 /)
    }
    expect(await metricOf(gateway().opsAddress, 'gatehouse_http_requests_in_flight')).to.equal(0)
    expect(await metricOf(gateway().opsAddress, lingering)).to.equal(20)
    expect((await gateway().call('GET', '/auth/sessions/current')).status).to.equal(200)
    for (const socket of sockets) socket.destroy()
  })

  it('are sent at once if the request has no body', async () => {
    await until(async () => (await metricOf(gateway().opsAddress, lingering)) === 0)
    const { hostname, port } = new URL(gateway().url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `OPTIONS /auth/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`,
    )
    const [head] = await once(socket, 'data')
    expect(String(head)).to.match(/^HTTP\/1\.1 204 /)
    expect(await metricOf(gateway().opsAddress, lingering)).to.equal(0)
    socket.destroy()
  })
})
