import { setTimeout as wait } from 'node:timers/promises'
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js'
import { expect } from 'chai'
import { keepCallsOfClosingConnections } from './closing-connections.ts'

const asIs = (value: Buffer) => value
const slow = {
  path: '/test.Slow/Call',
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
} as const

describe('a connection that the server is closing', () => {
  before(() => keepCallsOfClosingConnections())

  it('keeps calls that last longer than the keepalive time', async () => {
    const server = new Server({ 'grpc.max_connection_age_ms': 100 })
    server.addService(
      { slow },
      {
        slow: (_: unknown, reply: (_: null, value: Buffer) => void) =>
          wait(600, Buffer.from('done')).then((value) => reply(null, value)),
      },
    )
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      )
    })
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
      'grpc.keepalive_time_ms': 300,
      'grpc.use_local_subchannel_pool': 1,
    })
    const answer = await new Promise<Buffer | undefined>((resolve, reject) => {
      client.makeUnaryRequest(slow.path, asIs, asIs, Buffer.from('-'), (error, value) =>
        error ? reject(error) : resolve(value),
      )
    })
    client.close()
    server.forceShutdown()
    expect(answer?.toString()).to.equal('done')
  })
})
