import { once } from 'node:events'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { expect } from 'chai'
import { serveEcho } from '../../testing/echo-server.ts'
import { EchoService } from '../../testing/echo-service.ts'
import { logLines } from '../../testing/log-lines.ts'
import { rejected } from '../../testing/rejected.ts'
import { testDeadlineMs } from '../../testing/test-client.ts'
import { until } from '../../testing/wait-until.ts'
import { withinMs } from '../../testing/within-ms.ts'
import { ServiceError } from '../errors/service-error.ts'
import { connect, type RpcClient } from './connect.ts'
import { serve } from './serve.ts'
import type { Handlers } from './server-call.ts'

const never = () => new Promise<never>(() => {})

describe('connect', () => {
  const closers: (() => unknown)[] = []
  const client = (address: string, deadlineMs = testDeadlineMs): RpcClient<typeof EchoService> => {
    const opened = connect(EchoService, address, { deadlineMs, as: null })
    closers.push(() => opened.close())
    return opened
  }
  const server = async (verbs: Parameters<typeof serveEcho>[0] = {}, listen = '127.0.0.1:0') => {
    const opened = await serveEcho(verbs, { listen })
    closers.push(() => opened.drain(0))
    return opened
  }
  /** A read-only rpc, through a proxy that can break its connections. */
  const readOnly = async (now: Handlers<typeof ClockService>['now']) => {
    const services = [[ClockService, { now }]] as const
    const { address, drain } = await serve({ listen: '127.0.0.1:0', services, log: logLines().log })
    const proxy = await proxyTo(address)
    const upstream = connect(ClockService, proxy.address, { as: null })
    closers.push(() => drain(0), proxy.close, upstream.close)
    return { upstream, sockets: proxy.sockets }
  }
  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()))
  })

  it('has only the rpcs of its caller', () => {
    const sessions = connect(SessionsService, '127.0.0.1:1', { as: 'auth-service' })
    closers.push(sessions.close)
    expect(sessions.revokeToken).to.be.a('function')
    // @ts-expect-error: not for auth-service
    expect(sessions.verifyStream).to.be.a('function')
  })

  it('fails at once with SERVICE_UNAVAILABLE if no server listens', async () => {
    const { address, drain } = await server()
    await drain()
    // At the deadline it would fail with UPSTREAM_TIMEOUT.
    const error = await rejected(client(address).say('-'))
    expect([error.code, error.data]).to.deep.equal(['SERVICE_UNAVAILABLE', { retry_after: 1 }])
  })

  it('takes no stack trace for a call, and later errors have theirs', async () => {
    const { address, drain } = await server()
    await drain()
    const { cause } = await rejected(client(address).say('-'))
    expect(cause).to.be.instanceOf(Error)
    expect((cause as Error).stack)
      .to.contain('for call at')
      .and.not.contain('client-call')
    expect(new Error('later').stack).to.contain('connect.test')
  })

  it('reconnects to an upstream that restarted', async () => {
    const first = await server()
    const upstream = client(first.address)
    await upstream.say('-')
    await first.drain(0)
    await rejected(upstream.say('-'))
    await server({}, first.address)
    await withinMs(3000, () => until(() => upstream.say('back')))
  })

  it('fails with UPSTREAM_TIMEOUT when the deadline passes', async () => {
    const { address } = await server({ say: never, collect: never })
    expect((await rejected(client(address, 50).say('-'))).code).to.equal('UPSTREAM_TIMEOUT')
    expect((await rejected(client(address).say('-', { deadlineMs: 50 }))).code).to.equal('UPSTREAM_TIMEOUT')
    expect((await rejected(client(address).collect([], { deadlineMs: 50 }))).code).to.equal(
      'UPSTREAM_TIMEOUT',
    )
  })

  it('fails at the deadline if the upstream accepts the connection and sends nothing', async () => {
    const silent = createServer((socket) => closers.push(() => socket.destroy()))
    closers.push(() => silent.close())
    const error = await rejected(client(await listening(silent), 200).say('-'))
    expect(error.code).to.be.oneOf(['UPSTREAM_TIMEOUT', 'SERVICE_UNAVAILABLE'])
  })

  it('fails with SERVICE_UNAVAILABLE if the connection breaks during a call', async () => {
    for (const cut of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      let reached = () => {}
      const underway = new Promise<void>((resolve) => {
        reached = resolve
      })
      const { address } = await server({
        say: () => {
          reached()
          return never()
        },
      })
      const proxy = await proxyTo(address)
      closers.push(proxy.close)
      const call = rejected(client(proxy.address).say('-'))
      await underway
      for (const socket of proxy.sockets) cut(socket)
      expect((await call).code).to.equal('SERVICE_UNAVAILABLE')
    }
  })

  it('repeats a read-only call when its connection breaks, but not a rejected one', async () => {
    let calls = 0
    const again = { now: new Date(0) }
    const { upstream, sockets } = await readOnly(() => {
      calls += 1
      if (calls === 1) for (const socket of sockets) socket.destroy()
      if (calls === 2) return again
      if (calls === 3) throw new ServiceError('SERVICE_UNAVAILABLE')
      return never()
    })
    expect(await upstream.now({})).to.deep.equal(again)
    expect((await rejected(upstream.now({}))).code).to.equal('SERVICE_UNAVAILABLE')
    expect(calls).to.equal(3)
  })

  it('stops repeating calls while most of them fail', async () => {
    let calls = 0
    const { upstream, sockets } = await readOnly(() => {
      calls += 1
      for (const socket of sockets.splice(0)) socket.destroy()
      return never()
    })
    for (let index = 0; index < 30; index++) await rejected(upstream.now({}))
    expect(calls).to.be.below(45)
  })

  it('fails with SERVICE_UNAVAILABLE if the server cancels the call when it stops', async () => {
    let reached = () => {}
    const underway = new Promise<void>((resolve) => {
      reached = resolve
    })
    const stopping = await server({
      say: () => {
        reached()
        return never()
      },
    })
    const call = rejected(client(stopping.address).say('-'))
    await underway
    await stopping.drain(0)
    expect((await call).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('distributes calls over several addresses and skips one that is down', async () => {
    const one = await server({ say: () => 'one' })
    const two = await server({ say: () => 'two' })
    const both = client(`${one.address},${two.address}`)
    // Until it is connected to both.
    for (const name of ['one', 'two']) while ((await both.say('-')) !== name);
    const responses = await Promise.all(Array.from({ length: 10 }, () => both.say('-')))
    expect(responses.filter((response) => response === 'one')).to.have.lengthOf(5)

    await two.drain(0)
    await both.say('-').catch(() => null)
    await both.say('-').catch(() => null)
    for (let index = 0; index < 10; index++) expect(await both.say('-')).to.equal('one')
  })

  it('rejects a list of names, which gRPC cannot resolve', () => {
    expect(() => client('a:1,b:1')).to.throw('a:1,b:1 must be one host:port')
  })
})

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')
  return `127.0.0.1:${address.port}`
}

async function proxyTo(address: string) {
  const port = Number(address.split(':')[1])
  const sockets: Socket[] = []
  const proxy = createServer((socket) => {
    const upstream = dial(port, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy())
    socket.on('close', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    sockets.push(socket)
  })
  return { address: await listening(proxy), sockets, close: () => proxy.close() }
}
