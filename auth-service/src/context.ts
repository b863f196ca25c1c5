import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { openGeoip } from '@gatehouse/service-kit/geoip/geoip'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import type { LeaseDocument } from '@gatehouse/service-kit/ids/lease-store'
import { snowflakes } from '@gatehouse/service-kit/ids/snowflake'
import { leaseWorker } from '@gatehouse/service-kit/ids/worker-lease'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { readTls } from '@gatehouse/service-kit/process/tls'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { openClock } from '@gatehouse/service-kit/time/open-clock'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { accountStore } from './accounts/account-store.ts'
import { openAuditLog } from './audit/audit-log.ts'
import type { AuthConfig } from './config.ts'
import { importStore } from './imports/import-store.ts'
import { geoipLogEvents } from './log-events.ts'
import { mailDomains } from './mail-domains/mail-domains.ts'
import { breachedPasswords } from './passwords/breached-passwords.ts'
import { hashingSlots, maxHashMemory } from './passwords/hashing-budget.ts'
import { openPasswords } from './passwords/password-hash.ts'
import { firstAccounts } from './registration/first-account.ts'
import { openThrottle } from './throttle/throttle.ts'

export type ContextOverrides = { clock?: Clock }

export type AuthContext = Awaited<ReturnType<typeof openContext>>

/** Opens all resources of auth-service. Unavailable stores and upstreams are not an error here; stores are in `checks`. */
export async function openContext(config: AuthConfig, log: Logger, overrides: ContextOverrides = {}) {
  await using opened = new AsyncDisposableStack()
  const tls = readTls(config)
  const keyRing = openKeyRing(config.keys)
  const geoip = opened.adopt(
    await openGeoip({ path: config.geoipDatabase, events: geoipLogEvents(log) }),
    (database) => database.close(),
  )

  const mongo = opened.adopt(
    await openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log }),
    (opening) => opening.close(),
  )
  const { redis } = opened.adopt(await openRedis({ url: config.redisUrl, tlsPaths: config, log }), (store) =>
    store.close(),
  )
  const clock = overrides.clock ?? (await openClock({ service: 'auth-service', config, redis, log }))
  const domains = mailDomains({
    enabled: config.emailDnsCheck ?? config.environment === 'production',
    servers: config.dnsServers,
    ...{ clock, log },
  })
  const workers = mongo.connection.collection<LeaseDocument>('workers')
  const lease = opened.adopt(await leaseWorker({ collection: workers, log }), (held) => held.close())
  const hashes = hashingOptions(config)
  const passwords = opened.adopt(openPasswords({ ...hashes, log }), (pool) => pool.close())
  const sessions = opened.adopt(connect(SessionsService, config.sessionsAddress, { tls }), (client) =>
    client.close(),
  )
  const guildsAddress = config.guildsAddress ?? config.webhooksAddress
  const guilds = opened.adopt(connect(GuildsService, guildsAddress, { tls }), (client) => client.close())

  const accounts = accountStore(mongo.connection)
  const { connection } = mongo
  const audit = opened.adopt(
    openAuditLog({
      ...{ connection, redis, config, clock, log },
      worker: lease.worker,
      isErased: accounts.isErased,
    }),
    (log) => log.close(),
  )

  const limiting = {
    redis,
    prefix: config.redisPrefix,
    scale: config.limitsScale,
    limits: config.innerLimits,
  }
  const throttle = openThrottle({ ...limiting, clock, keyRing })

  const closers = opened.move()
  return {
    clock,
    throttle,
    inTransaction: transactions(mongo.connection),
    newId: snowflakes({ clock, worker: lease.worker }),
    accounts,
    imports: importStore(mongo.connection),
    firstAccounts: firstAccounts(mongo.connection),
    mailDomains: domains,
    countryOf: geoip.countryOf,
    locationOf: geoip.locationOf,
    audit,
    passwords,
    hashMemory: maxHashMemory(hashes.slots),
    breachedPasswords: breachedPasswords({ url: config.breachedPasswordsUrl, clock, log }),
    sessions,
    guilds,
    checks: {
      mongodb: mongo.isReady,
      redis: async () => (await redis.ping()) === 'PONG',
      worker_number: lease.isHeld,
      hashing: passwords.isReady,
    },
    close: () => closers.disposeAsync(),
  }
}

export function closeContext(ctx: AuthContext): Promise<void> {
  return ctx.close()
}

function hashingOptions(config: AuthConfig) {
  return {
    cost: { memoryKib: config.argon2MemoryKib, passes: config.argon2Passes, lanes: config.argon2Lanes },
    slots: hashingSlots({ slots: config.hashingSlots, memoryKib: config.argon2MemoryKib }),
    maxQueueMs: config.hashingQueueMs,
  }
}
