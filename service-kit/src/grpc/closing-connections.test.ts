import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serveEcho } from '@gatehouse/service-kit/testing/echo-server'
import { EchoService } from '@gatehouse/service-kit/testing/echo-service'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import {
  Client,
  type ClientOptions,
  credentials,
  Server,
  ServerCredentials,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { expect } from 'chai'
import { testClient } from '../../testing/test-client.ts'
import { keepCallsOfClosingConnections, sendOneGoaway } from './closing-connections.ts'

/** A proxy. Clients receive nothing from `hold` to `release`, and the connections after `hold` go to the replica. */
async function startProxy(port: number, replicaPort: number) {
  const connections: { client: Socket; upstream: Socket }[] = []
  let isHeld = false
  const proxy = createServer((client) => {
    const upstream = connectSocket(isHeld ? replicaPort : port, '127.0.0.1')
    connections.push({ client, upstream })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold: () => {
      isHeld = true
      for (const { upstream } of connections) upstream.unpipe()
    },
    /** Resolves when the server has sent something. */
    closing: async () => {
      const [upstream] = connections.map((each) => each.upstream)
      if (upstream) await once(upstream, 'readable')
    },
    /** Bytes from clients. */
    received: () => connections.reduce((sum, { client }) => sum + client.bytesRead, 0),
    release: () => {
      for (const { client, upstream } of connections) upstream.pipe(client)
    },
    close() {
      proxy.close()
      for (const { client, upstream } of connections)
        for (const socket of [client, upstream]) socket.destroy()
    },
  }
}

const unary = {
  path: '/test.Test/Wait',
  requestStream: false,
  responseStream: false,
  requestSerialize: (text: string) => Buffer.from(text),
  requestDeserialize: String,
  responseSerialize: (text: string) => Buffer.from(text),
  responseDeserialize: String,
}

describe('a connection that the server is closing', () => {
  /** The response of a server whose connections have a maximum age of 100 ms, to a call that takes 600 ms. */
  async function slowAnswer(options: ClientOptions, meanwhile: (server: Server, address: string) => void) {
    const server = new Server({ 'grpc.max_connection_age_ms': 100 })
    const bind = promisify(server.bindAsync).bind(server)
    const address = `127.0.0.1:${await bind('127.0.0.1:0', ServerCredentials.createInsecure())}`
    const handler = (_: unknown, reply: sendUnaryData<string>) => {
      void wait(600, 'done').then((text) => reply(null, text))
      meanwhile(server, address)
    }
    server.addService({ wait: unary }, { wait: handler })
    sendOneGoaway(server)
    const client = new Client(address, credentials.createInsecure(), options)
    try {
      return await new Promise<string | undefined>((resolve, reject) => {
        const reply = (error: Error | null, text?: string) => (error ? reject(error) : resolve(text))
        client.makeUnaryRequest(unary.path, unary.requestSerialize, unary.responseDeserialize, '-', reply)
      })
    } finally {
      client.close()
      server.forceShutdown()
    }
  }

  it('keeps calls that last longer than the keepalive time', async () => {
    keepCallsOfClosingConnections()
    expect(await slowAnswer({ 'grpc.keepalive_time_ms': 300 }, () => {})).to.equal('done')
  })

  it('keeps calls when it drains and reaches its maximum age in one turn of the event loop', async () => {
    const response = await slowAnswer({}, (server, address) => {
      // Both timers are due when the event loop continues, this one first.
      setTimeout(() => server.drain(address, 10_000), 1)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    })
    expect(response).to.equal('done')
  })

  for (const isIdle of [true, false]) {
    it(`answers large calls of a client that has not received GOAWAY, ${isIdle ? 'idle' : 'with a call in flight'}`, async () => {
      const { promise: answered, resolve: response } = Promise.withResolvers<void>()
      const sizeOf = async (messages: AsyncIterable<string>) => {
        let size = 0
        for await (const message of messages) size += message.length
        return size
      }
      const server = await serveEcho({
        say: (text) => answered.then(() => text),
        collect: async (messages) => `${await sizeOf(messages)} here`,
      })
      const replica = await serveEcho({ collect: async (messages) => `${await sizeOf(messages)} there` })
      const proxy = await startProxy(portOf(server), portOf(replica))
      const client = testClient(EchoService, proxy.address)
      const inFlight = isIdle ? null : client.say('done')
      expect(await client.collect(['-'])).to.equal('1 here')
      server.beginDrain()
      proxy.hold()
      await proxy.closing()
      const received = proxy.received()
      // Together they send more before they are accepted than grpc-js stores by default.
      const calls = Array.from({ length: 40 }, () => client.collect(Array(16).fill('x'.repeat(65_536))))
      await until(() => proxy.received() > received)
      proxy.release()
      const responses = await Promise.allSettled(calls)
      response()
      expect(await inFlight).to.equal(isIdle ? null : 'done')
      client.close()
      proxy.close()
      await Promise.all([server.drain(100), replica.drain(100)])
      expect(responses).to.deep.equal(Array(40).fill({ status: 'fulfilled', value: `${16 * 65_536} there` }))
    })
  }
})

function portOf({ address }: { address: string }): number {
  return Number(address.split(':')[1])
}
