import { settings } from '@gatehouse/gateway/config'
import type { Overrides } from '@gatehouse/gateway/context'
import { deadlines } from '@gatehouse/gateway/deadlines'
import { start } from '@gatehouse/gateway/start'
import { readSettings, type Settings } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testDeadlineMs, testDeadlines } from '@gatehouse/service-kit/testing/test-client'
import { expect } from 'chai'
import { client } from './client.ts'
import { startStubs } from './stubs.ts'

type Env = Record<string, string>
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>

/**
 * A gateway for the tests of one `describe`; its stubs are reset before each test. A test fails if a route returns an error code
 * that it does not list.
 */
export function useGateway(env: Env = {}, overrides: Overrides = {}): () => TestGateway {
  let gateway: TestGateway | undefined
  const running = () => {
    if (!gateway) throw new Error('The gateway runs only during tests.')
    return gateway
  }
  before(async () => {
    gateway = await startTestGateway(env, overrides)
  })
  beforeEach(() => running().stubs.reset())
  afterEach(() => expect(running().unlisted.splice(0)).to.deep.equal([]))
  after(() => gateway?.stop())
  return running
}

/**
 * A gateway on a free port with stub services and a real Redis. `unlisted` has the error codes that routes returned without
 * listing them.
 */
async function startTestGateway(env: Env = {}, overrides: Overrides = {}) {
  const logged = logLines()
  const store = await tempStore()
  const clock = fakeClock()
  const stubs = await startStubs(logged.log)
  const unlisted: string[] = []
  const gateway = await start(config(env, store, stubs), {
    log: logged.log,
    clock,
    onUnlistedCode: (pattern, code) => void unlisted.push(`${pattern} ${code}`),
    redisCommandMs: testDeadlineMs,
    ...overrides,
    deadlines: { ...testDeadlines(deadlines), ...overrides.deadlines },
  })
  return {
    ...gateway,
    call: client(gateway.url),
    stubs,
    clock,
    unlisted,
    logged,
    async stop() {
      await gateway.close()
      await stubs.stop()
      await store.drop()
    },
  }
}

function config(
  env: Env,
  store: { redisUrl: string; redisPrefix: string },
  { servers }: Awaited<ReturnType<typeof startStubs>>,
): Settings<typeof settings> {
  return readSettings(settings, {
    NODE_ENV: 'test',
    GATEHOUSE_HTTP_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_REDIS_URL: store.redisUrl,
    GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    GATEHOUSE_AUTH_ADDR: servers.auth.address,
    GATEHOUSE_SESSIONS_ADDR: servers.sessions.address,
    GATEHOUSE_WEBHOOKS_ADDR: servers.webhooks.address,
    GATEHOUSE_LIMITS_SCALE: '1000',
    ...env,
  })
}
