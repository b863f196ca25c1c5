import { ProofMethod, SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect, type RpcClient } from '@gatehouse/service-kit/grpc/connect'
import { Redis } from 'ioredis'
import { benchStack } from '../bench-stack.ts'
import { quantile } from '../quantile.ts'
import { type Figure, perSecond, type Scenario } from '../scenario.ts'
import { usedBytes } from '../used-bytes.ts'

type Sessions = RpcClient<typeof SessionsService>

const lanes = 32
const listed = 100
const stored = 5000

/** Creating, listing and ending sessions against raw Redis, their memory, and how soon every gateway rejects an ended one. */
export const endSessions: Scenario = {
  name: 'end-sessions',
  async run(_target, seconds) {
    await using stack = await benchStack({ gateway: 3, 'session-service': 2 })
    const { sessions: address, gateways, redis: redisUrl } = stack.target
    const sessions = connect(SessionsService, address, { as: null })
    const redis = new Redis(redisUrl)
    try {
      return [
        await createAndRevoke(sessions, redis, seconds),
        await list(sessions, redis, seconds),
        await rejection(sessions, gateways, seconds),
        await memory(sessions, redis),
      ]
    } finally {
      sessions.close()
      redis.disconnect()
    }
  },
}

async function createAndRevoke(sessions: Sessions, redis: Redis, seconds: number): Promise<Figure> {
  const ours = await ratePerSecond(seconds, async (lane) => {
    const { token } = await create(sessions, `${lane + 1}`)
    await sessions.revokeToken({ token })
  })
  const raw = await ratePerSecond(seconds, async (lane) => {
    await redis.hset(`bench:{${lane}}`, 'session', 'x'.repeat(200))
    await redis.hdel(`bench:{${lane}}`, 'session')
  })
  return {
    scenario: `create and revoke a session, ${lanes} at once`,
    measured: perSecond(ours, 'pairs'),
    limit: `raw ${perSecond(raw, 'HSET and HDEL')}`,
    ratio: ours / raw,
    goal: 'stated',
  }
}

async function list(sessions: Sessions, redis: Redis, seconds: number): Promise<Figure> {
  const accountId = '1000'
  for (let made = 0; made < listed; made += 1) await create(sessions, accountId)
  const [key = ''] = await redis.keys(`*sessions:{${accountId}}`)
  const ours = await ratePerSecond(seconds, () => sessions.list({ accountId }))
  const raw = await ratePerSecond(seconds, () => redis.hgetall(key))
  return {
    scenario: `list ${listed} sessions, ${lanes} at once`,
    measured: perSecond(ours, 'lists'),
    limit: `raw ${perSecond(raw, 'HGETALL')}`,
    ratio: ours / raw,
    goal: 'stated',
  }
}

/** From the response of the revocation until each gateway rejects the token. */
async function rejection(sessions: Sessions, gateways: string[], seconds: number): Promise<Figure> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < until; round += 1) {
    const { token } = await create(sessions, `${2000 + (round % 100)}`)
    await sessions.revokeToken({ token })
    const from = performance.now()
    await Promise.all(gateways.map((gateway) => untilRejected(gateway, token)))
    times.push(performance.now() - from)
  }
  const slow = quantile(times, 0.999)
  return {
    scenario: `revocation effective at ${gateways.length} gateways, p99.9`,
    detail: `${times.length} times`,
    measured: `${slow.toFixed(1)} ms, worst ${quantile(times, 1).toFixed(1)} ms`,
    limit: '50 ms',
    ratio: 50 / slow,
    goal: '> 1',
  }
}

async function untilRejected(gateway: string, token: string): Promise<void> {
  const url = `${gateway}/auth/sessions/current`
  while ((await fetch(url, { headers: { authorization: token } })).status !== 401);
}

async function memory(sessions: Sessions, redis: Redis): Promise<Figure> {
  const before = await usedBytes(redis)
  for (let made = 0; made < stored; made += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, i) => create(sessions, String(100_000 + made + i))))
  }
  const each = ((await usedBytes(redis)) - before) / stored
  const [key = ''] = await redis.keys('*sessions:{100000}')
  const [record = ''] = await redis.hvals(key)
  return {
    scenario: `memory of a session and its event, one per account, ${stored} of them`,
    measured: `${Math.round(each)} bytes`,
    limit: `record alone ${record.length} bytes`,
    ratio: record.length / each,
    goal: 'stated',
  }
}

async function create(sessions: Sessions, accountId: string) {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const client = { address: '203.0.113.7', userAgent, location: undefined }
  return sessions.create({ accountId, client, proofMethods: [ProofMethod.PASSWORD] })
}

async function ratePerSecond(seconds: number, step: (lane: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  const lane = async (number: number) => {
    for (; performance.now() < until; count += 1) await step(number)
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  return count / seconds
}
