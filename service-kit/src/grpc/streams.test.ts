import { once } from 'node:events'
import { status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { testClient } from '../../testing/test-client.ts'
import { until } from '../../testing/wait-until.ts'
import { fromGrpcStatus } from '../errors/grpc-status.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RpcClient } from './connect.ts'
import type { Serving } from './serve.ts'

describe('streams', () => {
  let server: Serving
  let client: RpcClient<typeof EchoService>
  const open = async (verbs: Parameters<typeof serveEcho>[0], log = logLines().log) => {
    server = await serveEcho(verbs, { log })
    client = testClient(EchoService, server.address)
  }
  afterEach(async () => {
    client.close()
    await server.drain(100)
  })

  describe('client stream', () => {
    it('sends all messages in order, from arrays and generators', async () => {
      await open({})
      async function* slowly() {
        yield 'a'
        await Promise.resolve()
        yield 'b'
      }
      expect(await client.collect(['x', 'y', 'z'])).to.equal('x,y,z.')
      expect(await client.collect(slowly())).to.equal('a,b.')
      expect(await client.collect([])).to.equal('.')
    })

    it('sends 25 MiB with back-pressure', async () => {
      await open({
        collect: async (messages) => {
          let size = 0
          for await (const message of messages) size += message.length
          return String(size)
        },
      })
      const chunk = 'x'.repeat(64 * 1024)
      expect(await client.collect(Array.from({ length: 400 }, () => chunk))).to.equal(
        String(25 * 1024 * 1024),
      )
    })

    it('stops reading the messages when the response arrives', async () => {
      await open({
        collect: async () => {
          throw new ServiceError('UNKNOWN_WEBHOOK')
        },
      })
      let closed = false
      async function* endless() {
        try {
          while (true) {
            yield 'x'.repeat(64 * 1024)
            await new Promise(setImmediate)
          }
        } finally {
          closed = true
        }
      }
      expect((await rejected(client.collect(endless()))).code).to.equal('UNKNOWN_WEBHOOK')
      await until(() => closed)
    })

    it('fails with the error of the messages and cancels the call', async () => {
      const { log, lines } = logLines()
      let began = () => {}
      const serverReads = new Promise<void>((resolve) => {
        began = resolve
      })
      let heard = () => {}
      const serverSaw = new Promise<void>((resolve) => {
        heard = resolve
      })
      await open(
        {
          collect: async (messages) => {
            try {
              for await (const _ of messages) began()
            } finally {
              heard()
            }
            return 'all'
          },
        },
        log,
      )
      async function* broken() {
        yield 'a'
        await serverReads
        throw new Error('socket hang up')
      }
      const error = await client.collect(broken()).catch((cause: unknown) => cause)
      expect(error).to.have.property('message', 'socket hang up')
      await serverSaw
      await new Promise(setImmediate)
      expect(lines.filter(({ level }) => level !== 'debug')).to.deep.equal([])
    })
  })

  describe('duplex stream', () => {
    it('responds to each message', async () => {
      await open({})
      const stream = client.talk()
      stream.write('a')
      expect(await once(stream, 'data')).to.deep.equal(['a'])
      stream.write('b')
      expect(await once(stream, 'data')).to.deep.equal(['b'])
      stream.end()
      await once(stream.resume(), 'end')
    })

    it('ends with the error of the function', async () => {
      await open({
        talk: async () => {
          throw new ServiceError('UNAUTHORIZED')
        },
      })
      const stream = client.talk()
      const [error] = await once(stream.resume(), 'error').catch((cause: unknown) => [cause])
      expect(fromGrpcStatus(error, { path: '', target: '' }).code).to.equal('UNAUTHORIZED')
    })

    it('ends the messages when the caller disconnects, and drops later responses', async () => {
      let finished = () => {}
      const done = new Promise<void>((resolve) => {
        finished = resolve
      })
      await open({
        talk: async ({ messages, send }) => {
          for await (const message of messages) send(message)
          send('too late')
          finished()
        },
      })
      const stream = client.talk()
      stream.on('error', () => {})
      stream.write('a')
      await once(stream, 'data')
      stream.cancel()
      await done
    })

    it('ends when the server drains, after the messages it has received', async () => {
      await open({})
      const stream = client.talk()
      stream.write('a')
      await once(stream, 'data')
      const ended = once(stream.resume(), 'end')
      // The test would time out before this.
      await server.drain(600_000)
      await ended
    })

    it('ends without an error at its maximum age, after its pending responses', async () => {
      server = await serveEcho(
        {
          talk: async ({ messages, send }) => {
            for await (const _ of messages);
            send('last')
          },
        },
        { maxStreamAgeMs: 1 },
      )
      client = testClient(EchoService, server.address)
      const stream = client.talk()
      const ended = once(stream, 'status')
      const received = await stream.toArray()
      expect([received, (await ended)[0].code]).to.deep.equal([['last'], status.OK])
    })

    it('disconnects a caller that sends requests and does not read responses', async () => {
      const cutOff = Promise.withResolvers<void>()
      await open({
        talk: async ({ messages, send }) => {
          for await (const message of messages) for (let i = 0; i < 1000; i++) send(message.repeat(1024))
          cutOff.resolve()
        },
      })
      const stream = client.talk().pause()
      const ended = once(stream, 'error')
      for (let index = 0; index < 30; index++) stream.write('m')
      await cutOff.promise
      stream.resume()
      const [error] = await ended
      expect(fromGrpcStatus(error, { path: '', target: '' }).code).to.equal('SERVICE_UNAVAILABLE')
    })

    it('transfers 5,000 messages', async () => {
      await open({})
      const stream = client.talk()
      let received = 0
      const all = new Promise<void>((resolve) => stream.on('data', () => ++received === 5000 && resolve()))
      for (let index = 0; index < 5000; index++) stream.write('m')
      await all
      stream.end()
    })
  })
})
