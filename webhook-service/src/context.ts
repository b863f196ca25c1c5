import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { readTls } from '@gatehouse/service-kit/grpc/tls'
import { snowflakes } from '@gatehouse/service-kit/ids/snowflake'
import { leaseWorker } from '@gatehouse/service-kit/ids/worker-lease'
import { localRateLimiter, rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { type Clock, openClock } from '@gatehouse/service-kit/time/clock'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { WebhookConfig } from './config.ts'
import type { Guilds } from './guilds/directory.ts'
import { type DirectoryStores, directoryStores, localGuilds } from './guilds/local-directory.ts'
import { remoteGuilds } from './guilds/remote-guilds.ts'
import { limiterWithFallback } from './limits/limiter.ts'
import { transactions } from './storage/transactions.ts'
import { tokenGuard } from './webhooks/token-guard.ts'
import { webhookStore } from './webhooks/webhook-store.ts'
import { webhookTokens } from './webhooks/webhook-token.ts'

/** What a test may bring of its own. */
export type ContextOverrides = { clock?: Clock; log?: Logger }

export type WebhookContext = Awaited<ReturnType<typeof openContext>>

/** Opens everything this service holds. Stores that are away do not stop it: they are waited for in the background. */
export async function openContext(config: WebhookConfig, overrides: ContextOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'webhook-service', level: config.logLevel })
  const clock = overrides.clock ?? openClock(config)
  const tls = readTls(config)
  const keyRing = openKeyRing(config.keys)
  const closers = new AsyncDisposableStack()

  const mongo = openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log })
  closers.defer(() => mongo.close())
  const redis = openRedis({ url: config.redisUrl, log })
  closers.defer(() => redis.close())
  const lease = leaseWorker({ collection: mongo.connection.collection('workers'), clock, log })
  closers.defer(() => lease.close())

  const limits = { scale: config.limitsScale, clock }
  const limiter = limiterWithFallback(
    rateLimiter({ redis: redis.client, prefix: config.redisPrefix, ...limits }),
    localRateLimiter(limits),
  )
  const nextId = snowflakes({ clock, worker: lease.worker })
  const inTransaction = transactions(mongo.connection)
  const webhooks = webhookStore({
    connection: mongo.connection,
    inTransaction,
    limits: { perChannel: config.webhooksPerChannel, perGuild: config.webhooksPerGuild },
  })

  return {
    ...openGuilds(),
    config,
    log,
    clock,
    tls,
    keyRing,
    mongo,
    redis,
    lease,
    limiter,
    nextId,
    inTransaction,
    webhooks,
    tokens: webhookTokens(keyRing),
    tokenGuard: tokenGuard({ webhooks, limiter }),
    closers,
  }

  /** A directory elsewhere when one is named, else our own; `directory` is null when it is not served from here. */
  function openGuilds(): { guilds: Guilds; directory: DirectoryStores | null } {
    if (config.guildsAddress !== null) {
      const client = connect(GuildsService, config.guildsAddress, { tls })
      closers.defer(() => client.close())
      return { guilds: remoteGuilds(client), directory: null }
    }
    const directory = directoryStores({ connection: mongo.connection, inTransaction, webhooks, nextId, clock })
    return { guilds: localGuilds(directory), directory }
  }
}

/** Closes in the reverse order of opening. */
export async function closeContext({ closers }: Pick<WebhookContext, 'closers'>): Promise<void> {
  await closers.disposeAsync()
}
