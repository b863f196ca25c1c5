import { randomBytes } from 'node:crypto'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { fakeClock } from '@gatehouse/service-kit/testing/fake-clock'
import { migratedStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient, testDeadlineMs } from '@gatehouse/service-kit/testing/test-client'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { type WebhookConfig, webhookSettings } from '@gatehouse/webhook-service/config'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { start } from '@gatehouse/webhook-service/start'

export type StartedService = Awaited<ReturnType<typeof startService>>

const log = createLogger({ name: 'test', level: 'silent' })
export const testKeys = JSON.stringify({ current: 'a', keys: { a: randomBytes(32).toString('base64') } })

/** Starts webhook-service with its own database and key prefix, and clients. Does not wait until it is ready. */
export async function startService(settings: Partial<WebhookConfig> = {}, overrides: { log?: Logger } = {}) {
  const store = await migratedStore(webhookSchema)
  const clock = fakeClock()
  const config = { ...readSettings(webhookSettings, environment(store)), ...settings }
  const mongo = await openTestMongo(store)
  const patient = { redisCommandMs: testDeadlineMs, maxRenderMs: testDeadlineMs }
  const service = await start(config, { clock, log, ...patient, ...overrides })
  const webhooks = testClient(WebhooksService, service.grpcAddress)
  const guilds = testClient(GuildsService, service.grpcAddress)

  return {
    clock,
    config,
    store,
    connection: mongo.connection,
    grpcAddress: service.grpcAddress,
    opsAddress: service.opsAddress,
    avatarsAddress: service.avatarsAddress,
    webhooks,
    guilds,
    async close() {
      webhooks.close()
      guilds.close()
      await service.close()
      await mongo.close()
      await store.drop()
    },
  }
}

export function environment(store: {
  mongodbUrl: string
  database: string
  redisUrl: string
  redisPrefix: string
}) {
  return {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: '127.0.0.1:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_AVATARS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_MONGODB_URL: store.mongodbUrl,
    GATEHOUSE_MONGODB_DATABASE: store.database,
    GATEHOUSE_REDIS_URL: store.redisUrl,
    GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    GATEHOUSE_KEYS: testKeys,
  }
}

/** The signed-in caller as the gateway passes it. */
export function actor(accountId: string) {
  return { accountId, sessionIdHash: 'hash', provedAt: undefined }
}

/** The signed-in caller of a request that changes something. */
export function asManager(accountId: string) {
  return { actor: actor(accountId), client: client('192.0.2.1') }
}

export function client(address: string) {
  return { address, userAgent: '', location: undefined }
}
