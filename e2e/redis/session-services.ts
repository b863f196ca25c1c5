import { randomBytes } from 'node:crypto'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { ProofMethod, SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { movableClock } from '@gatehouse/service-kit/time/clock'
import { sessionSettings } from '@gatehouse/session-service/config'
import { start } from '@gatehouse/session-service/start'

export type SessionReplica = Awaited<ReturnType<typeof startSessionReplica>>

/** The URL of a Redis, and the settings that go with it. */
export type RedisAccess = { url: string; env?: Record<string, string> }

const keys = { current: 'test', keys: { test: randomBytes(32).toString('base64') } }

/** A session-service on this Redis, with a movable clock. */
export async function startSessionReplica(redis: RedisAccess, settings: Record<string, string> = {}) {
  const clock = movableClock()
  const config = readSettings(sessionSettings, {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_KEYS: JSON.stringify(keys),
    GATEHOUSE_REDIS_URL: redis.url,
    ...redis.env,
    ...settings,
  })
  const service = await start(config, { clock, log: createLogger({ name: 'sessions', level: 'silent' }) })
  const client = testClient(SessionsService, service.grpcAddress)
  const handoffs = testClient(HandoffsService, service.grpcAddress)
  return {
    clock,
    client,
    handoffs,
    grpcAddress: service.grpcAddress,
    /** Creates a session as after a password sign-in. */
    async signIn(accountId = newAccountId()) {
      const { token, session } = await client.create({
        accountId,
        client: { address: '203.0.113.7', userAgent: '', location: undefined },
        proofMethods: [ProofMethod.PASSWORD],
      })
      return { token, accountId, idHash: session?.idHash ?? '' }
    },
    async close() {
      client.close()
      handoffs.close()
      await service.close()
    },
  }
}

/** A random account id; ids spread over all slots of a Cluster. */
export function newAccountId(): string {
  return String(randomBytes(8).readBigUInt64BE() >> 1n)
}
