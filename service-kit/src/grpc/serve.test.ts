import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect as dial } from 'node:net'
import { Client, credentials, type ServiceError as GrpcError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { service as healthService } from 'grpc-health-check'
import { certificates } from '../../testing/certificates.ts'
import { serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { rejected } from '../../testing/rejected.ts'
import { testClient } from '../../testing/test-client.ts'
import { withinMs } from '../../testing/within-ms.ts'
import { splitAddress } from '../net/addresses.ts'
import type { Tls } from '../tls/tls-files.ts'
import type { Serving } from './serve.ts'

const localhost = (address: string) => `localhost:${splitAddress(address).port}`

function raise(): never {
  throw new Error('The health service lacks an rpc.')
}

/** The response of grpc.health.v1 to a client with these credentials. */
function health(address: string, channel = credentials.createInsecure(), service = ''): Promise<unknown> {
  const client = new Client(address, channel)
  return new Promise<unknown>((resolve, reject) => {
    const { path, requestSerialize, responseDeserialize } = healthService.Check ?? raise()
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, response) =>
      error ? reject(error) : resolve(response),
    )
  }).finally(() => client.close())
}

/** The result of a call by a plain grpc-js client. */
function sayWith(
  address: string,
  channel: ReturnType<typeof credentials.createSsl>,
): Promise<GrpcError | string> {
  const client = new Client(address, channel)
  const { path, requestSerialize, responseDeserialize } = EchoService.say
  return new Promise<GrpcError | string>((resolve) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, 'hello', (error, response) =>
      resolve(error ?? response ?? ''),
    )
  }).finally(() => client.close())
}

describe('serve', () => {
  const opened: Serving[] = []
  const open = async (options: Parameters<typeof serveEcho>[1] = {}) => {
    const server = await serveEcho({}, options)
    opened.push(server)
    return server
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.drain(0)))
  })

  it('listens beyond loopback only with TLS', async () => {
    for (const listen of ['0.0.0.0:0', '[::]:0', 'gatehouse.test:0', '10.0.0.1:0']) {
      const error = await open({ listen }).catch((cause: unknown) => cause)
      expect(error, listen).to.have.property('message').contain('GATEHOUSE_TLS_CERT')
    }
    for (const listen of ['localhost:0', '127.0.0.1:0', '127.8.8.8:0', '[::1]:0']) {
      expect((await open({ listen })).address, listen).to.match(/:[1-9]\d*$/)
    }
  })

  it('serves the standard health service for the whole server and by service name', async () => {
    const server = await open()
    expect(await health(server.address)).to.deep.equal({ status: 'SERVING' })
    expect(await health(server.address, undefined, 'echo.v1.Echo')).to.deep.equal({ status: 'SERVING' })
    const unknown = await health(server.address, undefined, 'x').catch((error: GrpcError) => error.code)
    expect(unknown).to.equal(status.NOT_FOUND)
  })

  it('reports NOT_SERVING to watchers while it drains', async () => {
    const server = await open()
    const client = new Client(server.address, credentials.createInsecure())
    const { path, requestSerialize, responseDeserialize } = healthService.Watch ?? raise()
    const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' })
    call.on('error', () => {})
    expect(await once(call, 'data')).to.deep.equal([{ status: 'SERVING' }])
    const next = once(call, 'data')
    const drained = server.drain(500)
    expect(await next).to.deep.equal([{ status: 'NOT_SERVING' }])
    call.cancel()
    await drained
    client.close()
  })

  it('still serves before it drains, and closes connections so that clients resolve its name again', async () => {
    const server = await open()
    const session = connectHttp2(`http://${server.address}`)
    server.beginDrain()
    expect(await health(server.address)).to.deep.equal({ status: 'NOT_SERVING' })
    await once(session, 'close')
    const client = testClient(EchoService, server.address)
    expect(await client.say('-')).to.equal('-')
    client.close()
  })

  it('fails if the port is in use', async () => {
    const { address } = await open()
    const error = await open({ listen: address }).catch((cause: unknown) => cause)
    expect(error).to.have.property('message').contain('EADDRINUSE')
  })

  it('rejects a message above the maximum size', async () => {
    const server = await open({ maxMessageBytes: 1000 })
    const client = testClient(EchoService, server.address)
    expect(await client.say('x'.repeat(1000))).to.have.lengthOf(1000)
    expect((await rejected(client.say('x'.repeat(1001)))).code).to.equal('INTERNAL_SERVER_ERROR')
    client.close()
  })

  it('finishes calls in flight when it drains, and accepts no new ones', async () => {
    let reached = () => {}
    let release = () => {}
    const underway = new Promise<void>((resolve) => {
      reached = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await serveEcho({
      say: async () => {
        reached()
        await released
        return 'done'
      },
    })
    const client = testClient(EchoService, server.address)
    const first = client.say('-')
    await underway
    const drained = server.drain()
    const late = testClient(EchoService, server.address)
    expect((await rejected(late.say('-'))).code).to.equal('SERVICE_UNAVAILABLE')
    release()
    expect(await first).to.equal('done')
    await drained
    client.close()
    late.close()
  })

  describe('with mutual TLS', () => {
    let ours: Tls
    let theirs: Tls
    before(() => {
      ours = certificates()
      theirs = certificates()
    })

    it('serves calls between services', async () => {
      const server = await open({ tls: ours, listen: '0.0.0.0:0' })
      const client = testClient(EchoService, localhost(server.address), { tls: ours })
      expect(await client.say('hello')).to.equal('hello')
      expect(await client.collect(['a', 'b'])).to.equal('a,b.')
      client.close()
    })

    it('drains beside a connection that never completes its handshake', async () => {
      const server = await serveEcho({}, { tls: ours })
      const { host, port } = splitAddress(server.address)
      const silent = dial(port, host)
      await once(silent, 'connect')
      await withinMs(30_000, () => server.drain(0))
      silent.destroy()
    })

    it('rejects a client without a certificate, except health checks', async () => {
      const server = await open({ tls: ours })
      const anonymous = () => credentials.createSsl(ours.ca)
      const unauthenticated = await sayWith(localhost(server.address), anonymous())
      expect(unauthenticated).to.have.property('code', status.UNAUTHENTICATED)
      expect(await health(localhost(server.address), anonymous())).to.deep.equal({ status: 'SERVING' })
    })

    it('rejects plaintext connections', async () => {
      const server = await open({ tls: ours })
      const client = testClient(EchoService, server.address)
      expect((await rejected(client.say('-'))).code).to.equal('SERVICE_UNAVAILABLE')
      client.close()
    })

    it('does not trust a server of another authority', async () => {
      const server = await open({ tls: theirs })
      const client = testClient(EchoService, server.address, { tls: ours })
      expect((await rejected(client.say('-'))).code).to.equal('SERVICE_UNAVAILABLE')
      client.close()
    })
  })
})
