import { Cluster, type DNSLookupFunction, Redis } from 'ioredis'
import { type RedisAddress, readRedisAddress } from '../net/redis-address.ts'
import type { Logger } from '../process/log.ts'
import { tracing } from '../tracing/tracing.ts'
import { observeRedis } from './observe-redis.ts'
import { type RedisTlsPaths, readRedisTls } from './redis-tls.ts'
import { watchTimeAccess } from './time-access.ts'

/** In a Cluster, the keys of one command must share a slot. Pipelines are sent to a master only (redis-masters.ts). */
export type RedisClient = Redis | Cluster

export type OpenedRedis = {
  redis: RedisClient
  close(): Promise<void>
}

type Log = Pick<Logger, 'info' | 'warn'>
type Options = { url: string; tlsPaths?: RedisTlsPaths; log: Log; commandMs?: number | undefined }

const timeoutMs = 2000
/**
 * ioredis sends the commands of one turn together, after the replies to those sent before. So a command fails after at most twice
 * this time, which is shorter than the 2 s in which a gateway expects the result of a verification, so that it gets the reason.
 */
const commandTimeoutMs = 800
const noPaths: RedisTlsPaths = { redisCa: null, redisCert: null, redisKey: null }
const retryStrategy = (attempt: number) => Math.min(50 * attempt, 500)

/**
 * Does not throw if Redis is unavailable, and goes on connecting. Commands fail meanwhile within 1.6 s, with
 * errors that `isStoreUnavailable` recognises.
 */
export async function openRedis(options: Options): Promise<OpenedRedis> {
  const { url, log } = options
  const redis = newClient(readRedisAddress(url), options)
  watch(redis, log)
  observeRedis(redis)
  watchTimeAccess(redis, log)
  await firstAttempt(redis)

  return {
    redis,
    async close() {
      redis.disconnect()
    },
  }
}

function newClient(address: RedisAddress, options: Options): RedisClient {
  const { mode, hosts, db } = address
  const common = commonOptions(address, options)
  if (mode === 'cluster') return new Cluster(hosts, clusterOptions(common))
  // Pipelined commands are sent in the context of the first one, which would trace all of them as its children.
  const enableAutoPipelining = tracing() === null
  const ofMaster = { ...common, db, enableAutoPipelining, enableOfflineQueue: false, retryStrategy }
  if (mode === 'sentinel') return new Redis({ ...ofMaster, ...sentinelOptions(address, common.tls) })
  return new Redis({ ...ofMaster, ...hosts[0] })
}

type CommonOptions = ReturnType<typeof commonOptions>

function commonOptions(
  { hasTls, username, password }: RedisAddress,
  { tlsPaths = noPaths, commandMs = commandTimeoutMs }: Options,
) {
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(hasTls ? { tls: readRedisTls(tlsPaths) } : {}),
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    connectTimeout: timeoutMs,
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
    sentinelReconnectStrategy: (attempt: number) => Math.min(100 * 2 ** attempt, 10_000),
    sentinelCommandTimeout: timeoutMs,
    // A replaced master may stay up in isolation: disconnect when the Sentinels report another one.
    failoverDetector: true,
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

// Certificates are for host names; ioredis would replace them with addresses.
const keepHostName: DNSLookupFunction = (host, done) => done(null, host)

function clusterOptions(redisOptions: CommonOptions) {
  return {
    redisOptions,
    enableOfflineQueue: false,
    // With it, ioredis queues commands until it knows the slots again, without a time limit; they must fail instead.
    enableAutoPipelining: false,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: timeoutMs,
    slotsRefreshInterval: 5000,
    ...(redisOptions.tls ? { dnsLookup: keepHostName } : {}),
  }
}

function firstAttempt(redis: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', () => resolve())
    redis.once('close', () => resolve())
    // If no Sentinel answers, ioredis retries them and never emits close.
    redis.once('error', () => resolve())
  })
}

function watch(redis: RedisClient, log: Log): void {
  let isDown = false
  redis.on('ready', () => {
    isDown = false
    log.info('Redis connected')
  })
  // Without a listener, ioredis prints every error event.
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error }, 'Redis unavailable')
    isDown = true
  })
  // ioredis listens for one error of a socket only. TLS can report a second one, which would end the process.
  // A Sentinel finds the address of the socket after `connecting`.
  const ignoreErrors = () => setImmediate(() => redis instanceof Redis && redis.stream?.on('error', () => {}))
  redis.on('connecting', ignoreErrors).on('connect', ignoreErrors)
}
