import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { managedProcess } from '@gatehouse/dev/process/managed-process'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { keysFile } from '@gatehouse/dev/stack/keys-file'
import { serviceProcess } from '@gatehouse/dev/stack/service-process'
import { services } from '@gatehouse/dev/stack/service-table'
import { acquireRedis } from '@gatehouse/dev/stores/redis/acquire-redis'
import { redisProcess } from '@gatehouse/dev/stores/redis/redis-process'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { connect, type RpcClient } from '@gatehouse/service-kit/grpc/connect'
import { toRecord } from '@gatehouse/session-service/sessions/session-record'
import { idHashOf, newSessionToken } from '@gatehouse/session-service/sessions/session-token'
import { Redis } from 'ioredis'
import { usedBytes } from './used-bytes.ts'

/** A session-service whose Redis contains sessions of many accounts. */
export type Crowd = AsyncDisposable & {
  sessions: RpcClient<typeof SessionsService>
  /** Of some of those sessions, evenly distributed. */
  tokens: string[]
  bytesEach: number
  pids: Record<'session-service' | 'redis', number>
}

const maxTokens = 20_000
const batch = 2000
const keepMs = 30 * 86_400_000
const client = {
  address: '203.0.113.7',
  addressPrefix: '203.0.113.0/24',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  browser: 'Firefox',
  os: 'Linux',
  platform: 'desktop',
  location: null,
}

/** Starts a Redis without persistence and a session-service on it, with this many sessions, one per account. */
export async function crowd(count: number): Promise<Crowd> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-crowd-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const taken = new Set<number>()
  const port = await findFreePort(taken)
  const redisServer = await acquireRedis()
  const store = managedProcess(
    redisProcess({
      redisServer,
      port,
      dataDir: folder,
      logFile: join(folder, 'redis.log'),
      persistent: false,
    }),
  )
  opened.defer(() => store.kill())
  await store.start()
  const filled = await fill(port, count)

  const ports = { grpc: await findFreePort(taken), ops: await findFreePort(taken) }
  const service = managedProcess(sessionService(folder, `redis://127.0.0.1:${port}`, ports))
  opened.defer(() => service.stop())
  await service.start()
  const sessions = connect(SessionsService, `127.0.0.1:${ports.grpc}`, { as: null })
  opened.defer(() => sessions.close())
  const running = opened.move()
  return {
    sessions,
    ...filled,
    pids: { 'session-service': service.pid() ?? 0, redis: store.pid() ?? 0 },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function sessionService(folder: string, redis: string, ports: { grpc: number; ops: number }) {
  const service = services.find(({ name }) => name === 'session-service')
  if (!service) throw new Error('There is no session-service.')
  return serviceProcess(
    { name: service.name, service },
    {
      ports,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        GATEHOUSE_LOG_LEVEL: 'warn',
        GATEHOUSE_REDIS_URL: redis,
        GATEHOUSE_KEYS: `file:${keysFile(folder)}`,
      },
      runFrom: 'dist',
      logFile: join(folder, 'session-service.log'),
    },
  )
}

/** Writes records as the service does, in pipelines: creating each by rpc would take a quarter of an hour. */
async function fill(port: number, count: number): Promise<Pick<Crowd, 'tokens' | 'bytesEach'>> {
  const redis = new Redis(port)
  const before = await usedBytes(redis)
  const all = await addSessions(redis, count)
  const bytesEach = ((await usedBytes(redis)) - before) / count
  redis.disconnect()
  const every = Math.max(1, Math.floor(count / maxTokens))
  return { tokens: all.filter((_, index) => index % every === 0), bytesEach }
}

/** Writes that many sessions, one an account, and returns their tokens. */
export async function addSessions(redis: Redis, count: number): Promise<string[]> {
  const tokens: string[] = []
  const now = Date.now()
  const record = toRecord({
    parent: null,
    createdAt: now,
    lastUsedAt: now,
    proof: { at: now, methods: [1] },
    client,
  })
  for (let made = 0; made < count; ) {
    const pipeline = redis.pipeline()
    for (const end = Math.min(count, made + batch); made < end; made += 1) {
      const accountId = String(1_000_000_000_000 + made)
      const token = newSessionToken(accountId)
      const key = `gatehouse:sessions:{${accountId}}`
      pipeline.hset(key, idHashOf(token), record).pexpire(key, keepMs)
      tokens.push(token)
    }
    await pipeline.exec()
  }
  return tokens
}
