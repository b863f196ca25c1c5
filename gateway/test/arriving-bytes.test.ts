import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { annsToken, webhookToken } from './fixtures.ts'
import { metricOf } from './metrics.ts'
import { openClient } from './raw-http.ts'
import { useGateway } from './running-gateway.ts'

const mebibyte = 1024 * 1024
/** An address has 512 KiB of these, a network 1 MiB. */
const settings = { GATEHOUSE_ARRIVING_BYTES: String(4 * mebibyte), GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' }
const size = 400_000

describe('bodies that arrive slowly', () => {
  const gateway = useGateway(settings, { lingerMs: 50 })
  const open: { destroy(): void }[] = []
  afterEach(() => {
    for (const each of open.splice(0)) each.destroy()
  })

  /** All of a body but its last byte, from this address. */
  const begin = async (address: string, bytes = size) => {
    const body = JSON.stringify({ name: 'Builds', padding: 'x'.repeat(bytes) })
    const head = [
      `PATCH /webhooks/300/${webhookToken} HTTP/1.1`,
      'Host: a',
      'Content-Type: application/json',
      'Connection: close',
      `X-Forwarded-For: ${address}`,
      `Content-Length: ${body.length}`,
    ]
    const client = await openClient(gateway().url)
    open.push(client)
    client.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
    await until(() => client.written())
    return {
      answered: () => client.received() !== '',
      finish: async () => {
        client.write(body.slice(-1))
        return client.response()
      },
      response: client.response,
    }
  }

  it('fail with 503 beyond the share of their address, the oldest first', async () => {
    const [first, second] = [await begin('203.0.113.1'), await begin('203.0.113.1')]
    const evicted = await first.response()
    expect([evicted.status, JSON.parse(evicted.body).code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(evicted.headers.get('retry-after')).to.equal('1')
    expect((await second.finish()).status).to.equal(200)
  })

  it('fail beyond the share of their network', async () => {
    const bodies: Awaited<ReturnType<typeof begin>>[] = []
    for (const host of [1, 2, 3]) bodies.push(await begin(`203.0.113.${host}`))
    const [first, second, third] = bodies
    expect((await first?.response())?.status).to.equal(503)
    expect((await second?.finish())?.status).to.equal(200)
    expect((await third?.finish())?.status).to.equal(200)
  })

  it('fail beyond the total, those of the address with the most bytes and never those of others', async () => {
    const honest = await begin('198.51.100.9', 100_000)
    const attackers: Awaited<ReturnType<typeof begin>>[] = []
    for (let index = 0; index < 12; index += 1) attackers.push(await begin(`203.0.${index}.1`))
    await until(() => attackers.filter((each) => each.answered()).length >= 2)
    expect(honest.answered()).to.equal(false)
    expect((await honest.finish()).status).to.equal(200)
  })

  it('use no memory of their address once they are answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const body = await begin('203.0.113.7')
      expect((await body.finish()).status).to.equal(200)
    }
    const other = await gateway().call('PATCH', '/users/@me', {
      token: annsToken,
      json: { global_name: 'Ann' },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    expect(other.status).to.equal(200)
  })
})

describe('headers that arrive slowly', () => {
  const gateway = useGateway({ GATEHOUSE_ARRIVING_BYTES: String(4 * mebibyte) })
  const open: Awaited<ReturnType<typeof openClient>>[] = []
  const closed = 'gatehouse_http_connections_closed_total{cause="receiving"}'
  const begin = async (from: string) => {
    const client = await openClient(gateway().url, from)
    open.push(client)
    client.write(`GET /users/@me HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(15_000)}`)
    return client
  }
  afterEach(() => {
    for (const each of open.splice(0)) each.destroy()
  })

  it('are closed beyond the share of their address, the oldest first', async () => {
    const before = await metricOf(gateway().opsAddress, closed)
    const honest = await begin('127.0.1.2')
    const [first] = [await begin('127.0.0.1')]
    for (let index = 0; index < 39; index += 1) await begin('127.0.0.1')
    await first?.closed
    // Of 40 with 15 KB, 34 are within 512 KiB.
    await until(async () => (await metricOf(gateway().opsAddress, closed)) - before >= 5)
    honest.write(`\r\nConnection: close\r\n\r\n`)
    expect((await honest.response()).status).to.equal(401)
    open.at(-1)?.write(`\r\nConnection: close\r\n\r\n`)
    expect((await open.at(-1)?.response())?.status).to.equal(401)
  })

  it('do not count once they are complete', async () => {
    const before = await metricOf(gateway().opsAddress, closed)
    const client = await openClient(gateway().url)
    open.push(client)
    for (let round = 1; round <= 60; round += 1) {
      client.write(`GET /users/@me HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(15_000)}\r\n\r\n`)
      await until(() => client.received().split('HTTP/1.1 401').length === round + 1)
    }
    expect(await metricOf(gateway().opsAddress, closed)).to.equal(before)
  })
})

describe('too many bodies that arrive slowly', () => {
  const gateway = useGateway({ GATEHOUSE_BODIES_ARRIVING: '10', GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })

  it('are reset, those of the address with the most and never those of others', async () => {
    const closed = 'gatehouse_http_connections_closed_total{cause="receiving"}'
    const before = await metricOf(gateway().opsAddress, closed)
    const begin = async (address: string) => {
      const client = await openClient(gateway().url)
      client.write(
        `POST /auth/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nX-Forwarded-For: ${address}\r\nContent-Length: 2\r\n\r\n{`,
      )
      return client
    }
    const honest = [await begin('198.51.100.1'), await begin('198.51.100.2')]
    const others: Awaited<ReturnType<typeof openClient>>[] = []
    for (let index = 0; index < 20; index += 1) others.push(await begin('203.0.113.1'))
    await until(async () => (await metricOf(gateway().opsAddress, closed)) === before + 12)
    for (const client of honest) {
      client.write('}')
      expect((await client.response()).status).to.equal(400)
    }
    for (const client of others) client.destroy()
  })
})

describe('pieces that arrive before their body is read', () => {
  let waiting = 0
  const release = Promise.withResolvers<void>()
  const limiter = {
    async take() {
      waiting += 1
      await release.promise
      throw new ServiceError('RATE_LIMITED', { data: { retry_after: 1, global: false } })
    },
  }
  const gateway = useGateway({}, { limiter, lingerMs: 50 })

  it('are left to the system', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const pieces = Buffer.from('1\r\na\r\n'.repeat(65_000))
    collect()
    const before = process.memoryUsage().heapUsed
    const clients: Awaited<ReturnType<typeof openClient>>[] = []
    for (let index = 0; index < 8; index += 1) {
      const client = await openClient(gateway().url)
      clients.push(client)
      client.write('POST /auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
      client.write(pieces)
    }
    await until(() => waiting === clients.length)
    // The rest could arrive meanwhile.
    await pause(300)
    collect()
    // Each piece takes about 200 bytes: those of a read from the socket are 17 MB, all are 100 MB.
    expect(process.memoryUsage().heapUsed - before).to.be.below(50 * mebibyte)
    release.resolve()
    for (const client of clients) client.destroy()
  })
})
