import { expect } from 'chai'
import { serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { samplesOf } from '../../testing/samples-of.ts'
import { testClient } from '../../testing/test-client.ts'
import { invalidFields, ServiceError } from '../errors/service-error.ts'
import { rpcSeconds } from '../metrics/rpc-metrics.ts'
import type { Call } from './call.ts'
import type { RpcClient } from './connect.ts'
import type { Serving } from './serve.ts'

describe('grpcHandlers', () => {
  const { log, lines, text } = logLines()
  let run: (request: string, call: Call) => Promise<string> | string
  let server: Serving
  let client: RpcClient<typeof EchoService>

  before(async () => {
    server = await serveEcho({ say: (request, call) => run(request, call) }, { log })
    client = testClient(EchoService, server.address)
  })
  beforeEach(() => {
    run = (request) => request
    lines.length = 0
  })
  after(async () => {
    client.close()
    await server.drain()
  })

  it('returns the response of the function', async () => {
    expect(await client.say('hello')).to.equal('hello')
    expect(lines).to.have.lengthOf(0)
  })

  it('measures calls by their status, and no streams of responses', async () => {
    const counts = async () => {
      const samples = await samplesOf(rpcSeconds)
      return ['Say', 'Collect', 'Talk'].flatMap((rpc) =>
        ['OK', 'PERMISSION_DENIED'].map(
          (status) => samples[`gatehouse_rpc_seconds_count{rpc="echo.v1.Echo/${rpc}",code="${status}"}`] ?? 0,
        ),
      )
    }
    const before = await counts()
    await client.say('hello')
    await client.collect(['a', 'b'])
    run = () => {
      throw new ServiceError('MISSING_ACCESS')
    }
    await rejected(client.say('hello'))
    const talk = client.talk()
    talk.end()
    for await (const _ of talk);
    const added = (await counts()).map((count, index) => count - (before[index] ?? 0))
    expect(added).to.deep.equal([1, 1, 1, 0, 0, 0])
  })

  it('passes the request id to the function', async () => {
    run = (_, call) => call.requestId
    expect(await client.say('-', { requestId: 'r-1' })).to.equal('r-1')
  })

  it('replaces a missing or malformed request id', async () => {
    run = (_, call) => call.requestId
    for (const requestId of [undefined, '', 'a b', 'x'.repeat(200)]) {
      expect(await client.say('-', { requestId })).to.match(/^[\da-f-]{36}$/)
    }
  })

  it('sends fields, data and rate limit state of an error to the caller', async () => {
    run = () => {
      throw invalidFields({ email: 'REQUIRED' })
    }
    expect((await rejected(client.say('-'))).fields).to.deep.include({
      path: 'email',
      code: 'REQUIRED',
      message: 'This field is required.',
    })

    const rateLimit = { bucket: 'b', limit: 1, remaining: 0, resetAt: 5.5, retryAfter: 0.5, global: false }
    run = async () => {
      throw new ServiceError('RATE_LIMITED', { data: { retry_after: 0.5, global: false }, rateLimit })
    }
    const error = await rejected(client.say('-'))
    expect(error.data).to.deep.equal({ retry_after: 0.5, global: false })
    expect(error.rateLimit).to.deep.equal(rateLimit)
  })

  it('logs a rejection as one record with its code and without the request', async () => {
    run = () => {
      throw new ServiceError('UNAUTHORIZED')
    }
    await rejected(client.say('hunter2', { requestId: 'r-2' }))
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.include({
      level: 'info',
      code: 'UNAUTHORIZED',
      request_id: 'r-2',
      rpc: '/echo.v1.Echo/Say',
    })
    expect(text()).not.to.contain('hunter2')
  })

  it('logs an unexpected error once with its stack and hides it from the caller', async () => {
    run = () => {
      throw new TypeError('x is not a function')
    }
    const error = await rejected(client.say('hunter2'))
    expect(error.code).to.equal('INTERNAL_SERVER_ERROR')
    expect(JSON.stringify([error.message, error.data])).not.to.contain('x is not')
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.have.nested.property('err.stack').contain('server-call.test')
    expect(text()).not.to.contain('hunter2')
  })

  it('responds SERVICE_UNAVAILABLE if a store is unavailable', async () => {
    run = () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }
    const error = await rejected(client.say('-'))
    expect([error.code, error.data]).to.deep.equal(['SERVICE_UNAVAILABLE', { retry_after: 1 }])
    expect(lines[0]).to.include({ level: 'warn' })
  })

  it('aborts the signal when the caller disconnects, and logs no failure', async () => {
    const gone = new AbortController()
    const aborted = new Promise<void>((resolve) => {
      run = (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason)
            resolve()
          })
          gone.abort()
        })
    })
    await rejected(client.say('-', { signal: gone.signal }))
    await aborted
    expect(lines.filter(({ level }) => level !== 'debug')).to.have.lengthOf(0)
  })

  it('does not run for a caller whose signal is aborted already', async () => {
    let calls = 0
    run = (request) => {
      calls += 1
      return request
    }
    await rejected(client.say('aborted', { signal: AbortSignal.abort() }))
    await client.say('later')
    expect(calls).to.equal(1)
  })

  it('does not abort the signal of a call that is done', async () => {
    const signals: AbortSignal[] = []
    run = (request, { signal }) => {
      signals.push(signal)
      return request
    }
    // grpc-js ends the stream of a call before it starts a later one of the same connection.
    for (const text of ['first', 'second', 'third']) await client.say(text)
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false, false, false])
  })
})
