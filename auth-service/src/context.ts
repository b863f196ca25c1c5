import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { openGeoip } from '@gatehouse/service-kit/geoip/geoip'
import { geoipLogEvents } from '@gatehouse/service-kit/geoip/geoip-log-events'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { LeaseDocument } from '@gatehouse/service-kit/ids/lease-store'
import { snowflakes } from '@gatehouse/service-kit/ids/snowflake'
import { leaseWorker } from '@gatehouse/service-kit/ids/worker-lease'
import { backgroundCalls } from '@gatehouse/service-kit/process/background-calls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { openClock } from '@gatehouse/service-kit/start/open-clock'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import { idempotencyKeys } from '@gatehouse/service-kit/storage/idempotency-keys'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { redisRightsCheck } from '@gatehouse/service-kit/storage/redis-rights-check'
import { clockSkew } from '@gatehouse/service-kit/storage/redis-skew'
import { schemaCheck } from '@gatehouse/service-kit/storage/schema/schema'
import { openStreamsRedis } from '@gatehouse/service-kit/storage/streams-redis'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Tls, watchTls } from '@gatehouse/service-kit/tls/tls-files'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { rekeyPages } from '@gatehouse/service-kit/tokens/rekey'
import type { AccountDocument } from './accounts/account-schema.ts'
import { openAuditLog } from './audit/audit-log.ts'
import type { AuthConfig } from './config.ts'
import { type Deadlines, deadlines as defaultDeadlines } from './deadlines.ts'
import { sealedFactors } from './factors/factor-secrets.ts'
import { openFactors } from './factors/open-factors.ts'
import { importStore } from './imports/import-store.ts'
import { authorizedAddresses } from './ip-authorization/authorized-addresses.ts'
import { ipAuthorizationStore } from './ip-authorization/ip-authorization-store.ts'
import { mailDomains } from './mail-domains/mail-domains.ts'
import { openMails } from './mails/open-mails.ts'
import { openAccounts } from './open-accounts.ts'
import { openPasskeys } from './passkeys/open-passkeys.ts'
import { breachedPasswords } from './passwords/breached-passwords.ts'
import { hashingThreads, maxHashMemory } from './passwords/hashing-budget.ts'
import { openPasswords } from './passwords/password-hash.ts'
import { redisRights } from './redis-rights.ts'
import { firstAccounts } from './registration/first-account.ts'
import { authSchema } from './schema.ts'
import { managingProvider } from './single-sign-on/managing-provider.ts'
import { openSso } from './single-sign-on/open-sso.ts'
import { openSms } from './sms/open-sms.ts'
import { openThrottle } from './throttle/throttle.ts'

/** Replacements for tests. */
export type ContextOverrides = {
  clock?: Clock
  deadlines?: Partial<Deadlines>
  redisCommandMs?: number
  backgroundCalls?: { pauseMs: number }
}

export type AuthContext = Awaited<ReturnType<typeof openContext>>

/** Unavailable stores and upstreams are no error here; stores are in `checks`. */
export async function openContext(config: AuthConfig, log: Logger, overrides: ContextOverrides = {}) {
  await using opened = new AsyncDisposableStack()
  const tls = watchTls(config, log)
  const deadlines = { ...defaultDeadlines, ...overrides.deadlines }
  const stores = await openStores(config, log, overrides, opened)
  const { connection, redis, clock, lease, keyRing } = stores
  const parts = openParts(config, log, { ...stores, deadlines }, opened)
  const upstreams = connectUpstreams(config, { tls, deadlineMs: deadlines.upstreamMs }, opened)
  // Closed before the upstreams that it calls.
  const background = opened.adopt(backgroundCalls(overrides.backgroundCalls), (calls) => calls.close())

  const closers = opened.move()
  return {
    ...parts,
    ...upstreams,
    tls,
    deadlines,
    background,
    clock,
    keyRing,
    newId: stores.newId,
    countryOf: stores.countryOf,
    locationOf: stores.locationOf,
    inTransaction: transactions(connection),
    productName: config.productName,
    rekey: rekeyPages({
      collection: driverCollection<AccountDocument>(connection.collection('accounts')),
      keyRing,
      fields: { factors: 1 },
      sealedFields: sealedFactors,
      idOf: ({ _id }) => _id,
    }),
    checks: {
      mongodb: stores.mongoIsReady,
      schema: schemaCheck(connection, authSchema),
      redis: async () => (await redis.ping()) === 'PONG',
      redis_rights: redisRightsCheck({ redis, prefix: config.redisPrefix, rights: redisRights, log }),
      worker_number: lease.isHeld,
      hashing: parts.passwords.isReady,
    },
    metrics: [clockSkew(redis, clock)],
    close: () => closers.disposeAsync(),
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function openStores(
  config: AuthConfig,
  log: Logger,
  overrides: ContextOverrides,
  opened: AsyncDisposableStack,
) {
  const { locationOf, countryOf } = opened.adopt(
    await openGeoip({ path: config.geoipDatabase, events: geoipLogEvents(log) }),
    (database) => database.close(),
  )
  const { connection, isReady: mongoIsReady } = opened.adopt(
    await openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log }),
    (mongo) => mongo.close(),
  )
  const { redis } = opened.adopt(
    await openRedis({ url: config.redisUrl, tlsPaths: config, log, commandMs: overrides.redisCommandMs }),
    (store) => store.close(),
  )
  const { redis: streams } = opened.adopt(await openStreamsRedis({ redis, config, log }), (store) =>
    store.close(),
  )
  const workers = connection.collection<LeaseDocument>('workers')
  const lease = opened.adopt(await leaseWorker({ collection: workers, log }), (held) => held.close())
  const clock = overrides.clock ?? (await openClock({ service: 'auth-service', config, redis, log }))
  const newId = snowflakes({ clock, worker: lease.worker })
  const keyRing = openKeyRing(config.keys, config)
  const clients = { connection, mongoIsReady, redis, streams }
  return { ...clients, locationOf, countryOf, lease, clock, newId, keyRing }
}

/** With the forms of the setting when it was a boolean. */
const ipAuthorizationModes = {
  ...{ always: 'always', '1': 'always', true: 'always' },
  unknown_device: 'unknown_device',
  ...{ off: 'off', '0': 'off', false: 'off' },
} as const

/** What owns a store, a counter or a rule. Each part has the parts that it needs. */
function openParts(
  config: AuthConfig,
  log: Logger,
  stores: Stores & { deadlines: Deadlines },
  opened: AsyncDisposableStack,
) {
  const { connection, redis, lease, clock, keyRing, deadlines } = stores
  const accounts = openAccounts(connection)
  const audit = opened.adopt(
    openAuditLog({
      ...stores,
      redis: stores.streams,
      config,
      log,
      worker: lease.worker,
      isErased: accounts.isErased,
    }),
    (log) => log.close(),
  )
  const limiting = { redis, clock, keyRing, prefix: config.redisPrefix, scale: config.limitsScale }
  const limits = config.operationLimits
  const { inFlightMs, attemptWaitMs } = deadlines
  const throttle = openThrottle({ ...limiting, audit, limits, inFlightMs, attemptWaitMs })
  const sso = opened.adopt(openSso({ redis, connection, keyRing, clock, config }), (open) => open.close())
  const mails = opened.adopt(
    openMails({
      ...{ ...stores, accounts, config, throttle, log },
      managingProvider: (account) => managingProvider({ sso }, account),
    }),
    (outbox) => outbox.close(),
  )
  return {
    accounts,
    audit,
    throttle,
    mails,
    ...openHashing(config, log, opened),
    factors: openFactors({ ...limiting, limit: limits['auth:mfa'], report: throttle.report }),
    sso,
    passkeys: openPasskeys({ redis, clock, config }),
    sms: openSms({ redis, clock, config, log }),
    authorizedAddresses: authorizedAddresses({ connection, clock }),
    ipAuthorizations: ipAuthorizationStore(connection),
    ipAuthorizationMode: mails.isEnabled ? ipAuthorizationModes[config.ipAuthorization] : 'off',
    imports: importStore(connection),
    firstAccounts: firstAccounts(connection),
    idempotencyKeys: idempotencyKeys({ connection, keyRing, clock }),
    mailDomains: mailDomains({
      enabled: config.emailDnsCheck ?? config.environment === 'production',
      servers: config.dnsServers,
      clock,
      log,
    }),
    breachedPasswords: breachedPasswords({ url: config.breachedPasswordsUrl, clock, log }),
  }
}

function openHashing(config: AuthConfig, log: Logger, opened: AsyncDisposableStack) {
  const memoryKib = config.argon2MemoryKib
  const parameters = { memoryKib, passes: config.argon2Passes, lanes: config.argon2Lanes }
  const threads = hashingThreads({ configured: config.hashingThreads, memoryKib })
  const passwords = opened.adopt(
    openPasswords({ parameters, hashingThreads: threads, maxQueueMs: config.hashingQueueMs, log }),
    (pool) => pool.close(),
  )
  return { passwords, hashMemory: maxHashMemory(threads) }
}

function connectUpstreams(
  config: AuthConfig,
  options: { tls: Tls | null; deadlineMs: number },
  opened: AsyncDisposableStack,
) {
  const as = 'auth-service'
  const sessions = connect(SessionsService, config.sessionsAddress, { ...options, as })
  const guilds = connect(GuildsService, config.guildsAddress ?? config.webhooksAddress, { ...options, as })
  opened.defer(() => sessions.close())
  opened.defer(() => guilds.close())
  return { sessions, guilds }
}
