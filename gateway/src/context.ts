import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { byteShares } from '@gatehouse/service-kit/limits/byte-shares'
import { localRateLimiter } from '@gatehouse/service-kit/limits/local-rate-limiter'
import { type RateLimiter, rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { Metric } from '@gatehouse/service-kit/metrics/metric'
import { type BackgroundCalls, backgroundCalls } from '@gatehouse/service-kit/process/background-calls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { ReadyChecks } from '@gatehouse/service-kit/process/ready-checks'
import { serialQueue } from '@gatehouse/service-kit/queues/serial-queue'
import { openClock } from '@gatehouse/service-kit/start/open-clock'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { redisRightsCheck } from '@gatehouse/service-kit/storage/redis-rights-check'
import { clockSkew } from '@gatehouse/service-kit/storage/redis-skew'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { type Tls, watchTls } from '@gatehouse/service-kit/tls/tls-files'
import { type AccountPages, accountPages } from './account-pages/account-pages.ts'
import { featureStatus } from './account-pages/feature-status.ts'
import { siteOf } from './account-pages/site.ts'
import { type AvatarProxy, avatarProxy } from './avatars/avatar-proxy.ts'
import { type Captcha, openCaptcha } from './captcha/captcha.ts'
import type { Config } from './config.ts'
import { type Deadlines, deadlines as defaultDeadlines } from './deadlines.ts'
import type { Asset } from './http/asset.ts'
import { type TrustedProxies, trustedProxies } from './http/client-address.ts'
import { type CorsPolicy, corsPolicy } from './http/cors.ts'
import { type Overload, openOverload } from './http/overload.ts'
import type { RouteLimits } from './http/rate-limit.ts'
import { securityHeaders } from './http/security-headers.ts'
import { relatedOrigins } from './passkeys/related-origins.ts'
import { redisRights } from './redis-rights.ts'
import { openSessionVerifier, type SessionVerifier } from './session-check/session-verifier.ts'
import { upstreamHealth } from './upstream-health.ts'

export type Services = ReturnType<typeof connectServices>

/** Replacements for tests. */
export type Overrides = {
  log?: Logger
  clock?: Clock
  limiter?: RateLimiter
  verifier?: SessionVerifier
  /** For receiving a body. Default: 30 s. */
  bodyTimeoutMs?: number
  /** For receiving the rest of a body after the response. Default: 2 s. */
  lingerMs?: number
  deadlines?: Partial<Deadlines>
  redisCommandMs?: number
  /** Called for an error code that its route does not list. */
  onUnlistedCode?: (pattern: string, code: ErrorCode) => void
}

export type GatewayContext = {
  log: Logger
  tls: Tls | null
  /** Without redaction: its records contain only values that the gateway creates. */
  accessLog: Logger
  clock: Clock
  checks: ReadyChecks
  metrics: readonly Metric[]
  services: Services
  background: BackgroundCalls
  verifier: SessionVerifier
  avatars: AvatarProxy
  limiter: RateLimiter
  /** Counts in this process alone, without Redis. */
  localLimiter: RateLimiter
  limits: RouteLimits
  captcha: Captcha
  accountPages: AccountPages
  relatedOrigins: Asset
  isTrustedProxy: TrustedProxies
  cors: CorsPolicy
  publicUrl: string
  /** The headers of every response, as a flat list. */
  securityHeaders: readonly string[]
  deadlines: Deadlines
  bodyTimeoutMs: number
  /** The bytes of bodies that arrive, by address and network. */
  arriving: ReturnType<typeof byteShares>
  lingerMs: number
  overload: Overload
  /** For requests whose responses are large, by account. */
  inTurn: ReturnType<typeof serialQueue>
  inFlight: number
  /** More requests are rejected immediately instead of waiting. */
  maxInFlight: number
  /** Connections that still receive an unread body after their response. */
  lingering: number
  maxLingering: number
  /** Set at shutdown: responses then close their connections. */
  isClosing: boolean
  onUnlistedCode: (pattern: string, code: ErrorCode) => void
  upstreams: ReadyChecks
  close(): Promise<void>
}

const tooManyAtOnce = () => new ServiceError('RATE_LIMITED', { data: { retry_after: 1, global: false } })

export async function openContext(
  config: Config,
  log: Logger,
  overrides: Overrides = {},
): Promise<GatewayContext> {
  const tls = watchTls(config, log)
  const captcha = openCaptcha(config, log)
  const deadlines = { ...defaultDeadlines, ...overrides.deadlines }
  const services = connectServices(config, { tls, deadlineMs: deadlines.callMs })
  const background = backgroundCalls()
  const avatars = avatarProxy({ address: config.avatarsAddress, tls })
  const auth = upstreamHealth('gatehouse.auth.v1.Auth', config.authAddress, tls)
  const webhooks = upstreamHealth('gatehouse.webhooks.v1.Webhooks', config.webhooksAddress, tls)
  const store = await openRedis({
    url: config.redisUrl,
    tlsPaths: config,
    log,
    commandMs: overrides.redisCommandMs,
  })
  const { redis } = store
  const clock = overrides.clock ?? (await openClock({ service: 'gateway', config, redis, log }))
  const verifier =
    overrides.verifier ??
    openSessionVerifier({
      addresses: config.sessionsAddress,
      tls,
      log,
      deadlineMs: deadlines.verifyMs,
      clock,
      maxCachedSessions: config.sessionsKept,
    })
  return {
    log,
    tls,
    accessLog: log.child({}, { redact: [] }),
    clock,
    services,
    background,
    avatars,
    verifier,
    limiter:
      overrides.limiter ??
      rateLimiter({
        redis,
        prefix: config.redisPrefix,
        service: 'gateway',
        scale: config.limitsScale,
        clock,
      }),
    localLimiter: localRateLimiter({ scale: config.limitsScale, clock }),
    limits: config.limits,
    captcha,
    relatedOrigins: relatedOrigins(config),
    accountPages: accountPages(siteOf(config), featureStatus(services.auth)),
    isTrustedProxy: trustedProxies(config.trustedProxies),
    cors: corsPolicy(config.corsOrigins, { localhost: config.corsLocalhost }),
    publicUrl: config.publicUrl.replace(/\/+$/, ''),
    securityHeaders: securityHeaders(config.publicUrl),
    deadlines,
    bodyTimeoutMs: overrides.bodyTimeoutMs ?? 30_000,
    arriving: byteShares({
      total: config.arrivingBytes,
      shares: [config.arrivingBytes / 8, config.arrivingBytes / 4],
    }),
    overload: openOverload({ clock, publicUrl: config.publicUrl }),
    lingerMs: overrides.lingerMs ?? 2000,
    inTurn: serialQueue({ maxSize: 11, fullError: tooManyAtOnce }),
    inFlight: 0,
    maxInFlight: config.maxInFlight,
    lingering: 0,
    maxLingering: config.maxLingering,
    isClosing: false,
    onUnlistedCode:
      overrides.onUnlistedCode ??
      ((pattern, code) => log.warn({ route: pattern, code }, 'unlisted error code')),
    upstreams: {
      auth: () => auth.isServing(),
      sessions: () => verifier.hasLiveStream(),
      webhooks: () => webhooks.isServing(),
      redis: async () => (await redis.ping()) === 'PONG',
    },
    checks: {
      redis_rights: redisRightsCheck({ redis, prefix: config.redisPrefix, rights: redisRights, log }),
    },
    metrics: [clockSkew(redis, clock)],
    async close() {
      // Before the upstreams that it calls.
      await background.close()
      verifier.close()
      avatars.close()
      for (const upstream of [...Object.values(services), auth, webhooks]) upstream.close()
      await store.close()
    },
  }
}

function connectServices(config: Config, calls: { tls: Tls | null; deadlineMs: number }) {
  const options = { ...calls, as: 'gateway' } as const
  return {
    auth: connect(AuthService, config.authAddress, options),
    sso: connect(SsoService, config.authAddress, options),
    sessions: connect(SessionsService, config.sessionsAddress, options),
    handoffs: connect(HandoffsService, config.sessionsAddress, options),
    webhooks: connect(WebhooksService, config.webhooksAddress, options),
    deliveries: connect(DeliveriesService, config.webhooksAddress, options),
  }
}
