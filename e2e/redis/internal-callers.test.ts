import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionCache } from '@gatehouse/dev/examples/watch-sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { movableClock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { type SessionReplica, startSessionReplica } from './session-services.ts'

describe('dev/examples/watch-sessions.ts', () => {
  let endpoint: TcpProxy
  let one: SessionReplica
  let two: SessionReplica
  before(async () => {
    const url = process.env.GATEHOUSE_TEST_REDIS_URL ?? ''
    endpoint = await tcpProxy(url)
    one = await startSessionReplica({ url: `redis://127.0.0.1:${endpoint.port}` })
    two = await startSessionReplica({ url })
  })
  after(async () => {
    await Promise.all([one.close(), two.close()])
    await endpoint.close()
  })

  it('evicts a session within a second after another replica ended it, also if its stream is cut', async () => {
    const caller = sessionCache(one.grpcAddress)
    await until(() => caller.isFresh())
    const [ann, bob] = [await two.signIn(), await two.signIn()]
    for (const { token, accountId } of [ann, bob, ann, bob])
      expect(await caller.accountOf(token)).to.equal(accountId)

    await two.client.revokeToken(ann)
    await until(() => isRejected(caller, ann.token))

    endpoint.cut()
    await two.client.revokeToken(bob)
    await until(() => !caller.isFresh())
    endpoint.mend()
    await until(() => caller.isFresh())
    expect((await rejected(caller.accountOf(bob.token))).code).to.equal('UNAUTHORIZED')
    caller.close()
  })

  it('verifies a cached session again after ten seconds', async () => {
    const clock = movableClock()
    const caller = sessionCache(two.grpcAddress, clock)
    await until(() => caller.isFresh())
    const { token, accountId } = await two.signIn()
    expect(await caller.accountOf(token)).to.equal(accountId)
    // The end of a session that expires is not sent.
    two.clock.advance(400 * 86_400_000)
    expect(await caller.accountOf(token), 'from the cache').to.equal(accountId)
    clock.advance(10_000)
    await until(() => caller.isFresh())
    expect((await rejected(caller.accountOf(token))).code).to.equal('UNAUTHORIZED')
    caller.close()
  })

  it('opens its stream again after session-service restarted or stopped responding', async () => {
    const link = await tcpProxy(`//${two.grpcAddress}`)
    const caller = sessionCache(`127.0.0.1:${link.port}`)
    await until(() => caller.isFresh())
    for (const fail of [link.cut, link.freeze]) {
      fail()
      await until(() => !caller.isFresh())
      link.mend()
      await until(() => caller.isFresh())
    }
    caller.close()
    await link.close()
  })

  it('does not use the cache while heartbeats arrive that were in transit for a second', async () => {
    const link = await slowLink(two.grpcAddress)
    const caller = sessionCache(link.address)
    await until(() => caller.isFresh())

    link.delayMs = 1000
    await until(() => !caller.isFresh())
    const passed = link.chunks
    const freshness = new Set<boolean>()
    const heartbeatsArrived = () => link.chunks >= passed + 4
    await until(() => {
      freshness.add(caller.isFresh())
      return heartbeatsArrived()
    })
    expect([...freshness]).to.deep.equal([false])

    link.delayMs = 0
    await until(() => caller.isFresh())
    caller.close()
    link.close()
  })
})

/** A TCP connection to `target` that delays what the server sends. */
async function slowLink(target: string) {
  const link = { delayMs: 0, chunks: 0 }
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.split(':')[1]), '127.0.0.1')
    for (const socket of [client, upstream]) sockets.push(socket.on('error', () => socket.destroy()))
    client.pipe(upstream)
    let sent = Promise.resolve()
    upstream.on('data', (chunk) => {
      const arrival = pause(link.delayMs)
      sent = sent.then(async () => {
        await arrival
        link.chunks += 1
        client.write(chunk)
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return Object.assign(link, { address, close })
}

function isRejected(caller: ReturnType<typeof sessionCache>, token: string): Promise<boolean> {
  return caller.accountOf(token).then(
    () => false,
    () => true,
  )
}
