import { defaultLogLevel, logLevels } from './log.ts'
import { setting } from './setting.ts'

export function commonSettings(options: { grpc: number; ops: number; grpcMeaning?: string }) {
  return {
    environment: setting.oneOf({
      env: 'NODE_ENV',
      values: ['development', 'test', 'production'],
      default: 'development',
      meaning:
        'development serves gRPC reflection; production rejects settings that are only safe for development.',
    }),
    logLevel: setting.oneOf({
      env: 'GATEHOUSE_LOG_LEVEL',
      values: logLevels,
      default: defaultLogLevel,
      meaning: 'The lowest level of log records to write.',
    }),
    grpcListen: setting.address({
      env: 'GATEHOUSE_GRPC_LISTEN',
      default: `127.0.0.1:${options.grpc}`,
      meaning:
        options.grpcMeaning ??
        'Address on which this process serves gRPC. Without TLS it must be a loopback address.',
    }),
    opsListen: setting.address({
      env: 'GATEHOUSE_OPS_LISTEN',
      default: `127.0.0.1:${options.ops}`,
      meaning:
        'Address on which this process serves GET /health/live, /health/ready and /metrics over plain HTTP; must not be public.',
    }),
    drainSeconds: setting.integer({
      env: 'GATEHOUSE_DRAIN_SECONDS',
      default: 5,
      min: 0,
      max: 300,
      meaning:
        'Seconds between SIGTERM and the end of the listener. The process is unready and still serves, until balancers and DNS have removed it.',
    }),
    tlsCert: setting.path({
      env: 'GATEHOUSE_TLS_CERT',
      default: null,
      meaning: 'PEM file with the certificate of this process, for mutual TLS between services.',
    }),
    tlsKey: setting.path({
      env: 'GATEHOUSE_TLS_KEY',
      default: null,
      meaning: 'PEM file with the private key of that certificate.',
    }),
    tlsCa: setting.path({
      env: 'GATEHOUSE_TLS_CA',
      default: null,
      meaning: 'PEM file with the authority that signs the certificates of all services.',
    }),
    reloadSeconds: setting.integer({
      env: 'GATEHOUSE_RELOAD_SECONDS',
      default: 10,
      min: 1,
      max: 3600,
      meaning:
        'Seconds after which these three files, and a key ring in a file, are read again. New connections use the changed certificates.',
    }),
    ...tracingSettings(),
    testClock: setting.boolean({
      env: 'GATEHOUSE_TEST_CLOCK',
      default: false,
      rejectedInProduction: true,
      meaning:
        '1 serves an rpc that moves the clock of this process. The offset is stored in Redis, so that it survives a restart.',
    }),
  }
}

export function tracingSettings() {
  return {
    tracesUrl: setting.httpUrl({
      env: 'GATEHOUSE_TRACES_URL',
      default: null,
      meaning:
        'URL of an OpenTelemetry collector for OTLP over HTTP, such as http://collector:4318/v1/traces; unset: no traces.',
    }),
    tracesRatio: setting.number({
      env: 'GATEHOUSE_TRACES_RATIO',
      default: 0.1,
      min: 0,
      max: 1,
      meaning: 'Share of requests with a trace. The gateway decides; the other services follow it.',
    }),
  }
}

export function mongoSettings({ meaning, database }: { meaning: string; database: string }) {
  return {
    mongodbUrl: setting.mongodbUrl({ env: 'GATEHOUSE_MONGODB_URL', meaning }),
    mongodbDatabase: setting.text({
      env: 'GATEHOUSE_MONGODB_DATABASE',
      default: database,
      meaning: 'Database of this service.',
    }),
  }
}

export function redisSettings(meaning: string) {
  return {
    redisUrl: setting.redisUrl({
      env: 'GATEHOUSE_REDIS_URL',
      meaning: `${meaning} redis://host:port, redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port; rediss… for TLS; user:password@ before the hosts.`,
    }),
    redisPrefix: setting.text({
      env: 'GATEHOUSE_REDIS_PREFIX',
      default: 'gatehouse:',
      meaning: 'Prefix of all Redis keys.',
    }),
    redisCa: setting.path({
      env: 'GATEHOUSE_REDIS_CA',
      default: null,
      meaning:
        'PEM file with the authority that signs the certificate of Redis (rediss); unset: the authorities of the system.',
    }),
    redisCert: setting.path({
      env: 'GATEHOUSE_REDIS_CERT',
      default: null,
      meaning: 'PEM file with the certificate to present to Redis if it requires one.',
    }),
    redisKey: setting.path({
      env: 'GATEHOUSE_REDIS_KEY',
      default: null,
      meaning: 'PEM file with the private key of that certificate.',
    }),
  }
}

export function limitSettings() {
  return {
    limitsScale: setting.number({
      env: 'GATEHOUSE_LIMITS_SCALE',
      default: 1,
      min: 0.001,
      meaning: 'Factor on every rate limit.',
    }),
  }
}

export function eventSettings() {
  return {
    streamsRedisUrl: setting.redisUrl({
      env: 'GATEHOUSE_STREAMS_REDIS_URL',
      default: null,
      meaning:
        'Redis of the public streams, with the same users, prefix and files; unset: GATEHOUSE_REDIS_URL. With another one, sessions and limits have memory that streams cannot take.',
    }),
    streamBytes: setting.integer({
      env: 'GATEHOUSE_STREAM_BYTES',
      default: 256 * 1024 * 1024,
      min: 1024 * 1024,
      meaning:
        'Approximate memory of a Redis stream of this service. Above it the oldest entries are removed, even if no group has read them.',
    }),
    eventStreamLength: setting.integer({
      env: 'GATEHOUSE_EVENT_STREAM_LENGTH',
      default: 1_000_000,
      min: 1,
      meaning: 'Approximate number of events in the public stream of this service; older ones are removed.',
    }),
  }
}

export function outboxSettings() {
  return {
    outboxLeaseSeconds: setting.integer({
      env: 'GATEHOUSE_OUTBOX_LEASE_SECONDS',
      default: 10,
      min: 1,
      meaning: 'Time in which only the process that stored an outbox entry may publish it.',
    }),
    outboxPollMilliseconds: setting.integer({
      env: 'GATEHOUSE_OUTBOX_POLL_MS',
      default: 500,
      min: 10,
      meaning: 'Interval at which a process looks for outbox entries that another process left unpublished.',
    }),
  }
}

/** `unset` completes "unset: ...". */
export function geoipSettings(unset: string) {
  return {
    geoipDatabase: setting.path({
      env: 'GATEHOUSE_GEOIP_DATABASE',
      default: null,
      meaning: `City or country database in MaxMind format (.mmdb), reloaded when the file changes; unset: ${unset}`,
    }),
  }
}
