import { authSettings } from '@gatehouse/auth-service/config'
import { authSchema } from '@gatehouse/auth-service/schema'
import { start as startAuth } from '@gatehouse/auth-service/start'
import { longDeadlines } from '@gatehouse/auth-service/test/long-deadlines'
import { settings as gatewaySettings } from '@gatehouse/gateway/config'
import { deadlines } from '@gatehouse/gateway/deadlines'
import { start as startGateway } from '@gatehouse/gateway/start'
import type { Identity } from '@gatehouse/proto/callers'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import type { Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { migratedStore, type TempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testClient, testDeadlineMs, testDeadlines } from '@gatehouse/service-kit/testing/test-client'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { type Clock, type MovableClock, movableClock } from '@gatehouse/service-kit/time/clock'
import { rejectedCallers } from '@gatehouse/service-kit/tls/authorize-callers'
import { sessionSettings } from '@gatehouse/session-service/config'
import { start as startSessions } from '@gatehouse/session-service/start'
import { webhookSettings } from '@gatehouse/webhook-service/config'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { start as startWebhooks } from '@gatehouse/webhook-service/start'
import { serviceUrl } from './network-databases.ts'
import { certificateOf, certificateSettings, tlsOf } from './network-tls.ts'
import { createRedisUsers } from './network-users.ts'

/**
 * `settings` are environment variables for all services, `settingsOf` for one of them or for the `clients` (`admin`).
 * The default clock runs and can be moved; a test that counts within a window passes one that stands still.
 */
export type NetworkOptions = {
  settings?: Record<string, string>
  settingsOf?: (identity: Identity) => Record<string, string>
  clock?: MovableClock
  /** The clock of one service, which may differ from that of the network. */
  clockOf?: (identity: Identity, clock: MovableClock) => Clock
  log?: Logger
  /** Stores that have data, instead of empty ones. The caller drops them. */
  stores?: { accounts: TempStore; webhooks: TempStore }
}

type OwnGateway = { clock?: Clock; settings?: Record<string, string> }

export type Network = Awaited<ReturnType<typeof startNetwork>>

/**
 * Starts every service in this process, with ports, databases and a Redis prefix of its own and one movable clock.
 * Passwords are cheap to hash, and rate limits are not reached unless GATEHOUSE_LIMITS_SCALE is among the settings. Calls between
 * the services have a minute.
 */
export async function startNetwork({
  settings = {},
  settingsOf = () => ({}),
  clock = movableClock(),
  clockOf = () => clock,
  log = createLogger({ name: 'network', level: settings.GATEHOUSE_LOG_LEVEL ?? 'silent' }),
  stores,
}: NetworkOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const keep = <Started extends { close(): void | Promise<void> }>(started: Started): Started =>
    opened.adopt(started, (each) => each.close())
  const shared = (identity: Identity) => ({ clock: clockOf(identity, clock), log })

  const openEmpty = async (schema: Schema) => {
    const store = await migratedStore(schema)
    opened.defer(() => store.drop())
    return store
  }
  const openDatabase = async (store: TempStore) => {
    const { connection } = keep(await openTestMongo(store))
    return { ...store, connection, serviceUrl: await serviceUrl(store) }
  }
  const [accounts, webhooks] = await Promise.all([
    openDatabase(stores?.accounts ?? (await openEmpty(authSchema))),
    openDatabase(stores?.webhooks ?? (await openEmpty(webhookSchema))),
  ])

  const users = keep(await createRedisUsers(accounts))
  const common = {
    NODE_ENV: 'test',
    GATEHOUSE_GRPC_LISTEN: 'localhost:0',
    GATEHOUSE_OPS_LISTEN: '127.0.0.1:0',
    GATEHOUSE_AVATARS_LISTEN: 'localhost:0',
    GATEHOUSE_REDIS_PREFIX: accounts.redisPrefix,
    GATEHOUSE_LIMITS_SCALE: '1000',
    GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
    GATEHOUSE_ARGON2_PASSES: '1',
    // On a busy machine sign-ins wait for a hash instead of failing.
    GATEHOUSE_HASHING_QUEUE_MS: String(testDeadlineMs),
    GATEHOUSE_KEYS: testKeys(),
  }
  const mongodbOf = (store: typeof accounts) => ({
    GATEHOUSE_MONGODB_URL: store.serviceUrl,
    GATEHOUSE_MONGODB_DATABASE: store.database,
  })
  const envOf = (identity: Identity, own: Record<string, string | undefined>) => ({
    ...common,
    ...certificateOf(identity),
    GATEHOUSE_REDIS_URL: users.urlOf(identity),
    ...own,
    ...settings,
    ...settingsOf(identity),
  })

  const sessionService = keep(
    await startSessions(
      readSettings(
        sessionSettings,
        envOf('session-service', {
          GATEHOUSE_REDIS_WAIT_REPLICAS: process.env.GATEHOUSE_TEST_REDIS_REPLICAS,
        }),
      ),
      shared('session-service'),
    ),
  )
  const webhookService = keep(
    await startWebhooks(
      readSettings(webhookSettings, envOf('webhook-service', mongodbOf(webhooks))),
      shared('webhook-service'),
    ),
  )
  const upstreams = {
    GATEHOUSE_SESSIONS_ADDR: sessionService.grpcAddress,
    GATEHOUSE_WEBHOOKS_ADDR: webhookService.grpcAddress,
  }
  const authService = keep(
    await startAuth(
      readSettings(authSettings, envOf('auth-service', { ...mongodbOf(accounts), ...upstreams })),
      { ...shared('auth-service'), deadlines: longDeadlines },
    ),
  )
  const addresses = { ...upstreams, GATEHOUSE_AUTH_ADDR: authService.grpcAddress }
  const openGateway = ({ clock: own = shared('gateway').clock, settings: more = {} }: OwnGateway = {}) =>
    startGateway(
      readSettings(gatewaySettings, {
        ...envOf('gateway', {
          ...addresses,
          GATEHOUSE_HTTP_LISTEN: '127.0.0.1:0',
          GATEHOUSE_AVATARS_ADDR: webhookService.avatarsAddress,
        }),
        ...more,
      }),
      { clock: own, log, deadlines: testDeadlines(deadlines) },
    )
  const gateway = keep(await openGateway())

  const tls = tlsOf('admin')
  const clients = {
    accounts: keep(testClient(AuthAdminService, authService.grpcAddress, { tls })),
    guilds: keep(testClient(GuildsService, webhookService.grpcAddress, { tls })),
    sessions: keep(testClient(SessionsService, sessionService.grpcAddress, { tls: tlsOf('auth-service') })),
    /** As webhook-service, which asks for permissions. */
    permissions: keep(
      testClient(GuildsService, webhookService.grpcAddress, { tls: tlsOf('webhook-service') }),
    ),
  }
  const messages = webhooks.connection.collection('messages')
  await Promise.all([sessionService, webhookService, authService, gateway].map(isReady))
  const running = opened.move()
  let mayReject = false
  const rejectionsBefore = await callerRejections()

  return {
    urls: { gateway: gateway.url },
    /** The text of /metrics of each service. */
    metrics: async () => ({
      gateway: await metricsOf(gateway),
      'auth-service': await metricsOf(authService),
      'session-service': await metricsOf(sessionService),
      'webhook-service': await metricsOf(webhookService),
    }),
    /** What `admin` needs, too. */
    env: { ...addresses, ...certificateSettings(), GATEHOUSE_PUBLIC_URL: gateway.url },
    redisUrlOf: users.urlOf,
    changeRedisRights: users.changeRights,
    /** The response of /health/ready of each service. */
    readiness: async () => ({
      gateway: await readinessOf(gateway),
      'auth-service': await readinessOf(authService),
      'session-service': await readinessOf(sessionService),
      'webhook-service': await readinessOf(webhookService),
    }),
    /** For tests that call what an identity may not: otherwise `close` throws after such a call. */
    expectRejections() {
      mayReject = true
      users.expectDenials()
    },
    clients,
    clock,
    /** Another gateway of this network, which the caller closes. */
    async openGateway({ isReady: mustBeReady = true, ...own }: OwnGateway & { isReady?: boolean } = {}) {
      const another = await openGateway(own)
      if (mustBeReady) await isReady(another)
      return another
    },
    stores: { accounts, webhooks },
    /** Resolves when every stored message is in the stream. */
    settle: async () => {
      await until(async () => (await messages.countDocuments({ 'outbox.state': 'pending' })) === 0)
    },
    async close() {
      await running.disposeAsync()
      if (!mayReject && (await callerRejections()) > rejectionsBefore)
        throw new Error('A caller was not allowed.')
    },
  }
}

async function callerRejections(): Promise<number> {
  const { values } = await rejectedCallers.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

async function metricsOf({ opsAddress }: { opsAddress: string }): Promise<string> {
  return (await fetch(`http://${opsAddress}/metrics`)).text()
}

type Readiness = { status: string; waiting_for?: string[]; unavailable?: string[] }

async function readinessOf({ opsAddress }: { opsAddress: string }): Promise<Readiness> {
  return (await fetch(`http://${opsAddress}/health/ready`)).json() as Promise<Readiness>
}

async function isReady({ opsAddress }: { opsAddress: string }): Promise<void> {
  const url = `http://${opsAddress}/health/ready`
  await until(async () => {
    const response = await fetch(url)
    const text = await response.text()
    if (!response.ok || text.includes('unavailable')) throw new Error(`${url} responds: ${text}`)
  })
}
