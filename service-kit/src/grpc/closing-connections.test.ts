import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type sendUnaryData,
} from '@grpc/grpc-js'
import { expect } from 'chai'
import { announceClosing, keepCallsOfClosingConnections } from './closing-connections.ts'

const mebibyte = 1024 * 1024
const asIs = (value: Buffer) => value
const codec = {
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
  responseStream: false,
}
const definition = {
  wait: { ...codec, path: '/test.Test/Wait', requestStream: false },
  count: { ...codec, path: '/test.Test/Count', requestStream: true },
} as const

const handlers = {
  wait: (_: unknown, reply: sendUnaryData<Buffer>) =>
    void wait(600, Buffer.from('done')).then((value) => reply(null, value)),
  count: (call: ServerReadableStream<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => {
    let bytes = 0
    call.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    call.on('end', () => reply(null, Buffer.from(`${bytes}`)))
  },
}

async function connected(serverOptions: Record<string, number>, clientOptions: Record<string, number>) {
  const server = new Server(serverOptions)
  announceClosing(server)
  server.addService(definition, handlers)
  const bind = promisify(server.bindAsync).bind(server)
  const address = `127.0.0.1:${await bind('127.0.0.1:0', ServerCredentials.createInsecure())}`
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    ...clientOptions,
  })
  await promisify(client.waitForReady).call(client, Date.now() + 5000)
  return {
    server,
    client,
    address,
    [Symbol.dispose]() {
      client.close()
      server.forceShutdown()
    },
  }
}

describe('a connection that the server is closing', () => {
  before(() => keepCallsOfClosingConnections())

  it('keeps calls that last longer than the keepalive time', async () => {
    using connection = await connected(
      { 'grpc.max_connection_age_ms': 100 },
      { 'grpc.keepalive_time_ms': 300 },
    )
    const answer = await new Promise<Buffer | undefined>((resolve, reject) => {
      connection.client.makeUnaryRequest(
        definition.wait.path,
        asIs,
        asIs,
        Buffer.from('-'),
        (error, value) => (error ? reject(error) : resolve(value)),
      )
    })
    expect(answer?.toString()).to.equal('done')
  })

  it('accepts a large call that the client began before it read GOAWAY', async () => {
    using connection = await connected({}, {})
    const { server, client, address } = connection
    const answer = new Promise<Buffer | undefined>((resolve, reject) => {
      server.drain(address, 10_000)
      const call = client.makeClientStreamRequest(definition.count.path, asIs, asIs, (error, value) =>
        error ? reject(error) : resolve(value),
      )
      for (let sent = 0; sent < 4; sent += 1) call.write(Buffer.alloc(mebibyte))
      call.end()
    })
    expect((await answer)?.toString()).to.equal(`${4 * mebibyte}`)
  })
})
