import { randomBytes } from 'node:crypto'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { ProofMethod, SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient, testDeadlineMs } from '@gatehouse/service-kit/testing/test-client'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { sessionSettings } from '@gatehouse/session-service/config'
import { start } from '@gatehouse/session-service/start'
import { Redis } from 'ioredis'

const keys = testKeys()

export const minute = 60_000
export const day = 86_400_000

export type RunningService = Awaited<ReturnType<typeof startService>>

/** session-service on free ports, ready, with a fake clock and a Redis prefix of its own. */
export async function startService(env: NodeJS.ProcessEnv = {}) {
  const service = await startEarly(env)
  await until(() => isReady(service))
  return service
}

/** The same, but perhaps not ready. */
export async function startEarly(env: NodeJS.ProcessEnv = {}) {
  const store = tempStore()
  const config = readSettings(sessionSettings, {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_REDIS_URL: store.redisUrl,
    GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    GATEHOUSE_KEYS: keys,
    ...env,
  })
  const clock = fakeClock()
  const { log, text, lines } = logLines()
  // A test with a Redis of its own is about outages, and so about the timeout.
  const patient = env.GATEHOUSE_REDIS_URL === undefined ? { redisCommandMs: testDeadlineMs } : {}
  const overrides = { clock, log, ...patient }
  const service = await start(config, overrides)
  const client = testClient(SessionsService, service.grpcAddress)
  const handoffs = testClient(HandoffsService, service.grpcAddress)
  const redis = new Redis(store.redisUrl)

  return {
    ...service,
    config,
    client,
    handoffs,
    clock,
    redis,
    keyOf: (accountId: string) => `${store.redisPrefix}sessions:{${accountId}}`,
    logText: text,
    logLines: lines,
    /** Another process on the same Redis and clock. */
    startReplica: async () => {
      const replica = await start(config, overrides)
      await until(() => isReady(replica))
      const client = testClient(SessionsService, replica.grpcAddress)
      const handoffs = testClient(HandoffsService, replica.grpcAddress)
      return {
        ...replica,
        client,
        handoffs,
        async stop() {
          client.close()
          handoffs.close()
          await replica.close()
        },
      }
    },
    async stop() {
      client.close()
      handoffs.close()
      await service.close()
      redis.disconnect()
      await store.drop()
    },
  }
}

export async function isReady({ opsAddress }: { opsAddress: string }): Promise<boolean> {
  return (await fetch(`http://${opsAddress}/health/ready`)).status === 200
}

/** A new account id. */
export function newAccountId(): string {
  return String(randomBytes(8).readBigUInt64BE() >> 1n)
}

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

export const laptop = {
  address: '203.0.113.7',
  userAgent: chrome,
  location: { city: 'Zürich', country: 'CH' },
}

/** A password sign-in from a laptop: its token, id hash and account. */
export async function signIn({ client }: Pick<RunningService, 'client'>, accountId = newAccountId()) {
  const proofMethods = [ProofMethod.PASSWORD]
  const { token, session } = await client.create({ accountId, client: laptop, proofMethods })
  return { token, accountId, idHash: session?.idHash ?? '' }
}

/** Whether a token is signed in; throws if the verification fails otherwise. */
export async function isLive(
  { client }: Pick<RunningService, 'client'>,
  { token }: { token: string },
): Promise<boolean> {
  try {
    await client.verify({ token })
    return true
  } catch (error) {
    if (hasCode(error, 'UNAUTHORIZED')) return false
    throw error
  }
}
