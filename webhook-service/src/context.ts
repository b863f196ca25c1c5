import { setTimeout as pause } from 'node:timers/promises'
import { openGeoip } from '@gatehouse/service-kit/geoip/geoip'
import { geoipLogEvents } from '@gatehouse/service-kit/geoip/geoip-log-events'
import type { LeaseDocument } from '@gatehouse/service-kit/ids/lease-store'
import { snowflakes } from '@gatehouse/service-kit/ids/snowflake'
import { fromSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { leaseWorker } from '@gatehouse/service-kit/ids/worker-lease'
import { localRateLimiter } from '@gatehouse/service-kit/limits/local-rate-limiter'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { outboxAge } from '@gatehouse/service-kit/outbox/outbox-metrics'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { periodicTask } from '@gatehouse/service-kit/process/periodic-task'
import { openClock } from '@gatehouse/service-kit/start/open-clock'
import { idempotencyKeys } from '@gatehouse/service-kit/storage/idempotency-keys'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { redisRightsCheck } from '@gatehouse/service-kit/storage/redis-rights-check'
import { clockSkew } from '@gatehouse/service-kit/storage/redis-skew'
import { schemaCheck } from '@gatehouse/service-kit/storage/schema/schema'
import { openStreamsRedis } from '@gatehouse/service-kit/storage/streams-redis'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { watchTls } from '@gatehouse/service-kit/tls/tls-files'
import { type KeyRing, openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { rekeyPages } from '@gatehouse/service-kit/tokens/rekey'
import { avatarStore } from './avatars/avatar-store.ts'
import { cleanAvatar } from './avatars/read-avatar.ts'
import type { WebhookConfig } from './config.ts'
import { deliveryLog } from './deliveries/delivery-log.ts'
import { trimSchedule } from './deliveries/trim-schedule.ts'
import { unpostedExecutionStore } from './deliveries/unposted-execution-store.ts'
import { openDirectory } from './directory.ts'
import { openEventEmitter } from './domain-events/event-emitter.ts'
import { byteBudget } from './executions/byte-budget.ts'
import { renderMetrics } from './executions/render-metrics.ts'
import { renderer } from './executions/renderer.ts'
import { limiterWithFallback } from './limits/limiter.ts'
import { deliveryCipher } from './messages/delivery-document.ts'
import { messageEdits } from './messages/message-edits.ts'
import { messageStore } from './messages/message-store.ts'
import { messageOutbox, messageRelay, messageStreamKey } from './outbox/message-relay.ts'
import { redisRights } from './redis-rights.ts'
import { webhookSchema } from './schema.ts'
import { expiryNotices } from './settings/expiry-notices.ts'
import { settingsStore } from './settings/settings-store.ts'
import { signingSecrets } from './signatures/signing-secrets.ts'
import { streamMetrics } from './stream/stream-metrics.ts'
import { streamReader } from './stream/stream-reader.ts'
import { trimStream } from './stream/stream-trimmer.ts'
import { messageWatch } from './stream/watch-messages.ts'
import { sealedFields } from './webhooks/sealed-fields.ts'
import { tokenGuard } from './webhooks/token-guard.ts'
import { webhookCollection } from './webhooks/webhook-document.ts'
import { webhookStore } from './webhooks/webhook-store.ts'
import { webhookTokens } from './webhooks/webhook-token.ts'

const taskEveryMs = 60_000
const maxLeaseWaitMs = 2000

export type ContextOverrides = { clock?: Clock; redisCommandMs?: number; maxRenderMs?: number }

export type WebhookContext = Awaited<ReturnType<typeof openContext>>

/** Opens the context. An unavailable store is no error here: the process starts, and `checks` report it as not ready. */
export async function openContext(config: WebhookConfig, log: Logger, overrides: ContextOverrides = {}) {
  await using opened = new AsyncDisposableStack()
  const tls = watchTls(config, log)
  const keyRing = openKeyRing(config.keys, config)
  const stores = await openStores(config, log, overrides, opened)
  const { connection, redis, streams, clock, newId, idWorkerLease } = stores
  const inTransaction = transactions(connection)
  const { emitEvents, oldestPendingSeconds } = opened.adopt(
    openEventEmitter({ connection, redis: streams, config, newId, clock, log }),
    (emitter) => emitter.close(),
  )
  const keys = idempotencyKeys({ connection, keyRing, clock })
  const avatars = avatarStore({ connection, inTransaction, clock })
  const notices = expiryNotices({ connection, inTransaction, emitEvents })
  const tasks = {
    avatars: avatars.sweep,
    avatar_cleaning: () => avatars.cleanStored(cleanAvatar),
    expiry_notices: notices.emitDue,
  }
  for (const [name, run] of Object.entries(tasks))
    opened.adopt(periodicTask({ name, run, clock, log, everyMs: taskEveryMs }), (task) => task.close())
  const webhooks = webhookStore({
    connection,
    inTransaction,
    emitEvents,
    avatars,
    limits: limitsOf(config),
    idempotencyKeys: keys,
  })
  const { metrics, ...executions } = openExecutions(
    config,
    log,
    { ...stores, ...overrides, keyRing, clock },
    opened,
  )
  const { directory, services } = opened.adopt(
    openDirectory(config.guildsAddress, tls, {
      connection,
      inTransaction,
      newId,
      clock,
      hooks: webhooks.directoryHooks,
    }),
    (open) => open.close(),
  )

  const geoip = opened.adopt(
    await openGeoip({ path: config.geoipDatabase, events: geoipLogEvents(log) }),
    (open) => open.close(),
  )

  const closers = opened.move()
  return {
    ...executions,
    tls,
    directory,
    directoryServices: services,
    clock,
    newId,
    idempotencyKeys: keys,
    locationOf: geoip.locationOf,
    webhooks,
    avatars,
    settings: settingsStore({ connection, inTransaction, emitEvents }),
    signingSecrets: signingSecrets(keyRing),
    tokens: webhookTokens(keyRing),
    rekey: rekeyPages({
      collection: webhookCollection(connection),
      keyRing,
      fields: { sealedToken: 1, settings: 1 },
      sealedFields,
      idOf: ({ _id }) => fromSortable(_id),
    }),
    tokenGuard: tokenGuard({ webhooks, limiter: executions.limiter, clock }),
    // Whether Redis is available is no readiness check: executions work without it.
    checks: {
      redis_rights: redisRightsCheck({ redis, prefix: config.redisPrefix, rights: redisRights, log }),
      mongodb: stores.isMongoReady,
      schema: schemaCheck(connection, webhookSchema),
      worker_number: idWorkerLease.isHeld,
    },
    metrics: [
      clockSkew(redis, clock),
      ...metrics,
      outboxAge({
        events: oldestPendingSeconds,
        messages: executions.messageRelay.oldestPendingSeconds,
      }),
    ],
    close: () => closers.disposeAsync(),
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function openStores(
  config: WebhookConfig,
  log: Logger,
  overrides: ContextOverrides,
  opened: AsyncDisposableStack,
) {
  const mongo = opened.adopt(
    await openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log }),
    (opening) => opening.close(),
  )
  const { redis } = opened.adopt(
    await openRedis({ url: config.redisUrl, tlsPaths: config, log, commandMs: overrides.redisCommandMs }),
    (store) => store.close(),
  )
  const clock = overrides.clock ?? (await openClock({ service: 'webhook-service', config, redis, log }))
  const { redis: streams } = opened.adopt(await openStreamsRedis({ redis, config, log }), (store) =>
    store.close(),
  )
  const idWorkers = mongo.connection.collection<LeaseDocument>('workers')
  const idWorkerLease = opened.adopt(leaseWorker({ collection: idWorkers, log }), (leasing) =>
    leasing.close(),
  )
  // A service that has just started should be ready if MongoDB is available.
  if (mongo.isReady())
    await Promise.race([idWorkerLease.held, pause(maxLeaseWaitMs, undefined, { ref: false })])
  const newId = snowflakes({ clock, worker: idWorkerLease.worker })
  const { connection, isReady: isMongoReady } = mongo
  return { connection, isMongoReady, redis, streams, clock, newId, idWorkerLease }
}

function openExecutions(
  config: WebhookConfig,
  log: Logger,
  parts: Stores & Pick<ContextOverrides, 'maxRenderMs'> & { keyRing: KeyRing },
  opened: AsyncDisposableStack,
) {
  const { connection, redis, streams, clock, keyRing, maxRenderMs } = parts
  const limiting = { scale: config.limitsScale, clock }
  const cipher = deliveryCipher(keyRing)
  const streamKey = messageStreamKey(config.redisPrefix)
  const streamRead = streamReader(streams, streamKey)
  const messages = messageStore(connection, cipher)
  const deliveries = deliveryLog(connection, cipher)
  const trims = trimSchedule()
  const removeExpired = async (now: number) => {
    await messages.removeExpiredKeys(now)
    await deliveries.removeExpired(now)
    for (const webhookId of trims.takeDue()) await deliveries.trim(webhookId)
    await trimStream(streams, streamRead, {
      key: streamKey,
      minAgeMs: config.messageStreamMinSeconds * 1000,
      maxAgeMs: config.messageStreamMaxSeconds * 1000,
    })
  }
  opened.adopt(
    periodicTask({ name: 'expired_messages', run: removeExpired, clock, log, everyMs: taskEveryMs }),
    (task) => task.close(),
  )
  const budget = byteBudget({ small: config.smallBodyBytesInFlight, large: config.bodyBytesInFlight })
  const metrics = renderMetrics(budget.reservedBytes)
  return {
    arrivalLimiter: localRateLimiter({ ...limiting, maxBuckets: 10_000 }),
    limiter: limiterWithFallback(
      rateLimiter({ redis, prefix: config.redisPrefix, service: 'webhooks', ...limiting }),
      localRateLimiter(limiting),
    ),
    messages,
    messageEdits: messageEdits(connection),
    unpostedExecutions: unpostedExecutionStore(connection, cipher),
    deliveries,
    trims,
    byteBudget: budget,
    renderer: opened.adopt(
      renderer({ ...metrics, ...(maxRenderMs !== undefined && { maxRenderMs }) }),
      (open) => open.close(),
    ),
    messageRelay: opened.adopt(messageRelay({ connection, redis: streams, config, clock, log }), (running) =>
      running.close(),
    ),
    retryMessages: () => messageOutbox(connection).retryUnreadable(),
    messageWatch: messageWatch({ reader: streamRead }),
    metrics: [
      ...metrics.all,
      ...streamMetrics({ redis: streams, key: streamKey, reader: streamRead, clock }),
    ],
  }
}

function limitsOf(config: WebhookConfig) {
  return { perChannel: config.webhooksPerChannel, perGuild: config.webhooksPerGuild }
}
