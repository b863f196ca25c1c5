import { Cluster, type DNSLookupFunction, Redis } from 'ioredis'
import type { Logger } from '../process/log.ts'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'
import { type RedisTlsPaths, readRedisTls } from './redis-tls.ts'

/** Takes the same commands whichever way Redis is run. In a Cluster, the keys of one command or pipeline share a slot. */
export type RedisClient = Redis | Cluster

export type OpenedRedis = {
  redis: RedisClient
  isReady(): boolean
  close(): Promise<void>
}

type Log = Pick<Logger, 'info' | 'warn'>
type Options = { url: string; tlsPaths?: RedisTlsPaths; log: Log }

const slowestMs = 2000
const noPaths: RedisTlsPaths = { redisCa: null, redisCert: null, redisKey: null }
const retryStrategy = (tries: number) => Math.min(50 * tries, 500)

/**
 * Opens Redis - one server, a master behind Sentinels, or a Cluster, as the URL says - and never throws because it is away: the
 * promise resolves when it is ready or the first try failed, connecting goes on in the background, and commands meanwhile
 * fail at once, or after 2 s, in a way `isStoreAway` knows.
 */
export async function openRedis({ url, tlsPaths = noPaths, log }: Options): Promise<OpenedRedis> {
  const redis = newClient(readRedisAddress(url), tlsPaths)
  watch(redis, log)
  await firstTry(redis)

  return {
    redis,
    isReady: () => redis.status === 'ready',
    async close() {
      redis.disconnect()
    },
  }
}

function newClient(address: RedisAddress, paths: RedisTlsPaths): RedisClient {
  const { mode, hosts, db } = address
  const common = commonOptions(address, paths)
  if (mode === 'cluster') return new Cluster(hosts, clusterOptions(common))
  const ofMaster = { ...common, db, enableAutoPipelining: true, enableOfflineQueue: false, retryStrategy }
  if (mode === 'sentinel') return new Redis({ ...ofMaster, ...sentinelOptions(address, common.tls) })
  return new Redis({ ...ofMaster, ...hosts[0] })
}

type CommonOptions = ReturnType<typeof commonOptions>

function commonOptions({ hasTls, username, password }: RedisAddress, paths: RedisTlsPaths) {
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(hasTls ? { tls: readRedisTls(paths) } : {}),
    maxRetriesPerRequest: 0,
    commandTimeout: slowestMs,
    connectTimeout: slowestMs,
    keepAlive: 10_000,
  }
}

function sentinelOptions(address: RedisAddress, tls: CommonOptions['tls']) {
  const { hosts, masterName, sentinelUsername, sentinelPassword } = address
  return {
    sentinels: hosts,
    name: masterName,
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: tls } : {}),
    sentinelRetryStrategy: retryStrategy,
    sentinelReconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, 10_000),
    sentinelCommandTimeout: slowestMs,
    // A master that was replaced may live on, alone: leave it when the Sentinels say so, not when it ends.
    failoverDetector: true,
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

// Certificates name hosts; a look-up of our own would put an address in the name's place.
const keepName: DNSLookupFunction = (host, done) => done(null, host)

function clusterOptions(redisOptions: CommonOptions) {
  return {
    redisOptions,
    enableOfflineQueue: false,
    // ioredis keeps what it gathers until slots are known again, however long that takes; commands have to fail instead.
    enableAutoPipelining: false,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: slowestMs,
    slotsRefreshInterval: 5000,
    ...(redisOptions.tls ? { dnsLookup: keepName } : {}),
  }
}

function firstTry(redis: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', () => resolve())
    redis.once('close', () => resolve())
    // Where no Sentinel answers, they are asked again and again and nothing is ever closed.
    redis.once('error', () => resolve())
  })
}

function watch(redis: RedisClient, log: Log): void {
  let away = false
  redis.on('ready', () => {
    away = false
    log.info('Redis is connected')
  })
  // An error event without a listener would be printed for every try.
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'Redis is away')
    away = true
  })
}
