import { setTimeout as pause } from 'node:timers/promises'
import { settings } from '@gatehouse/gateway/config'
import { start as startGateway } from '@gatehouse/gateway/start'
import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { startTimer, withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { expect } from 'chai'
import { type SessionReplica, startSessionReplica } from '../redis/session-services.ts'
import { sessionStatus, startLoad } from './session-load.ts'

const boundMs = 1000
const usualMs = 50
// Other tests use the same server at the same time.
const prefix = { GATEHOUSE_REDIS_PREFIX: 'revocation-connections:' }
const redisUrl = () => process.env.GATEHOUSE_TEST_REDIS_URL ?? ''

/** A session-service with a TCP proxy to it and one to its Redis, which can be cut or hang. */
type Replica = SessionReplica & { toRedis: TcpProxy; fromGateways: TcpProxy }

describe('a revocation over three gateways and two session-services with broken connections, under load', () => {
  const opened = new AsyncDisposableStack()
  const replicas: Replica[] = []
  let gateways: string[]
  let load: ReturnType<typeof startLoad>

  before(async () => {
    for (let count = 0; count < 2; count += 1) replicas.push(await openReplica())
    gateways = await Promise.all([1, 2, 3].map(openGateway))
    const { token } = await healthy().signIn()
    await until(async () => (await statusesOf(token)).every((status) => status === 200))
    load = startLoad(gateways, token, { everyMs: 20 })
  })
  after(async () => {
    await load.stop()
    await opened.disposeAsync()
  })

  const healthy = () => replicas[1] as Replica
  const hurt = () => replicas[0] as Replica

  async function openReplica(): Promise<Replica> {
    const toRedis = await tcpProxy(redisUrl())
    const replica = await startSessionReplica({ url: `redis://127.0.0.1:${toRedis.port}`, env: prefix })
    const fromGateways = await tcpProxy(`grpc://${replica.grpcAddress}`)
    for (const each of [toRedis, replica, fromGateways]) opened.adopt(each, (it) => it.close())
    return { ...replica, toRedis, fromGateways }
  }

  async function openGateway(): Promise<string> {
    const config = readSettings(settings, {
      NODE_ENV: 'test',
      GATEHOUSE_HTTP_LISTEN: '127.0.0.1:0',
      GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
      GATEHOUSE_SESSIONS_ADDR: replicas.map((each) => `127.0.0.1:${each.fromGateways.port}`).join(','),
      GATEHOUSE_REDIS_URL: redisUrl(),
      ...prefix,
      GATEHOUSE_LIMITS_SCALE: '1000',
    })
    const gateway = await startGateway(config, { log: createLogger({ name: 'gateway', level: 'silent' }) })
    opened.adopt(gateway, (it) => it.close())
    return gateway.url
  }

  const statusesOf = (token: string) => Promise.all(gateways.map((gateway) => sessionStatus(gateway, token)))

  /** A session that every gateway has cached, over either session-service. */
  async function knownEverywhere(): Promise<string> {
    const { token } = await healthy().signIn()
    for (let asked = 0; asked < 3; asked += 1) await statusesOf(token)
    return token
  }

  /** Ends a session; returns for how long gateways still served it. */
  async function assertRevokedInTime(token: string): Promise<number> {
    await healthy().client.revokeToken({ token })
    const from = performance.now()
    const rejectedAt = async (gateway: string) => {
      await until(async () => (await sessionStatus(gateway, token)) !== 200, { everyMs: 1 })
      return performance.now() - from
    }
    const times = await withinMs(boundMs, () => Promise.all(gateways.map(rejectedAt)))
    expect(new Set(await statusesOf(token))).to.deep.equal(new Set([401]))
    return Math.max(...times)
  }

  /** Resolves when both session-services receive messages from Redis. */
  const areWhole = () =>
    Promise.all(
      replicas.map(
        ({ client }) =>
          new Promise<void>((resolve) => {
            const stream = client.watchRevocations()
            stream.on('error', () => {})
            stream.on('data', ({ event }: WatchRevocationsResponse) => {
              if (event?.$case !== 'started') return
              stream.cancel()
              resolve()
            })
          }),
      ),
    )

  it('reaches all gateways, normally within 50 ms', async () => {
    const timer = startTimer()
    const times: number[] = []
    for (let round = 0; round < 20; round += 1) times.push(await assertRevokedInTime(await knownEverywhere()))
    timer.assertBelow(usualMs, times.sort((a, b) => a - b)[10])
  })

  const ways: Record<string, { proxies(): TcpProxy[]; word?: string }> = {
    'from Redis to one session-service': { proxies: () => [hurt().toRedis], word: 'subscribe' },
    'from Redis to both': { proxies: () => replicas.map(({ toRedis }) => toRedis), word: 'subscribe' },
    'from one session-service to the gateways': { proxies: () => [hurt().fromGateways] },
  }
  const hurts = { cut: 'is cut', freeze: 'hangs' } as const
  for (const [which, { proxies, word }] of Object.entries(ways)) {
    for (const how of ['cut', 'freeze'] as const) {
      it(`reaches all gateways within a second and affects no other session when the connection ${which} ${hurts[how]}`, async () => {
        await areWhole()
        const tokens = await Promise.all(Array.from({ length: 8 }, knownEverywhere))
        // Commands still reach Redis and the other session-service.
        for (const proxy of proxies()) proxy[how](word)
        await Promise.all(
          tokens.map(async (token, index) => {
            await pause(index * 150)
            await assertRevokedInTime(token)
          }),
        )
      })
    }
  }
})
