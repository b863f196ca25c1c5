import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import { joinAddress, splitAddress } from '@gatehouse/service-kit/net/addresses'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { openOpsServer } from '@gatehouse/service-kit/process/ops-server'
import { clockService } from '@gatehouse/service-kit/start/clock-service'
import type { Running } from '@gatehouse/service-kit/start/run'
import { storeSeconds } from '@gatehouse/service-kit/storage/store-metrics'
import { isMovable } from '@gatehouse/service-kit/time/clock'
import { tlsMetrics } from '@gatehouse/service-kit/tls/tls-metrics'
import { accountPageRoutes } from './account-pages/account-page-routes.ts'
import type { Config } from './config.ts'
import { type GatewayContext, type Overrides, openContext } from './context.ts'
import { executions } from './executions/execution-counter.ts'
import { gatewayApp, withExactPaths } from './http/app.ts'
import { closeServer } from './http/close-server.ts'
import { requestMetrics } from './http/connection-metrics.ts'
import { type Connections, clientConnections } from './http/connections.ts'
import { isSecureContext } from './http/cookies.ts'
import { httpServer } from './http/http-server.ts'
import { requestTimes } from './http/request-times.ts'
import { routes } from './routes.ts'
import { sessionCacheHits, sessionChecks } from './session-check/session-check-metrics.ts'

export type Gateway = Running & {
  url: string
  /** Null without the test clock. */
  grpcAddress: string | null
  opsAddress: string
}

/** Starts the gateway. It does not wait for its upstreams: routes return 503 until they are available. */
export async function start(config: Config, overrides: Overrides = {}): Promise<Gateway> {
  const log = overrides.log ?? createLogger({ name: 'gateway', level: config.logLevel })
  await using opened = new AsyncDisposableStack()
  const gateway = await openContext(config, log, overrides)
  opened.defer(() => gateway.close())
  const control = await openControl(config, gateway)
  if (control) opened.defer(() => control.drain())
  const connections = clientConnections(config, gateway)
  const { upstreams } = gateway
  const metrics = [
    executions,
    requestTimes,
    sessionCacheHits,
    sessionChecks,
    storeSeconds,
    ...gateway.metrics,
    ...requestMetrics(() => gateway),
    ...connections.metrics,
    ...tlsMetrics(gateway.tls),
  ]
  const ops = await openOpsServer({ listen: config.opsListen, checks: gateway.checks, upstreams, metrics })
  opened.defer(() => ops.close())
  const http = await openHttp(config, gateway, connections)
  opened.defer(() => http.close())
  // Closed in reverse order: first no new requests, then the upstreams.
  const started = opened.move()
  log.info({ url: http.url }, 'gateway listening')
  if (!isSecureContext(config.publicUrl)) {
    const reason = `${config.publicUrl}: browsers keep no cookies, so there are no known devices and no single sign-on, and offer no passkeys`
    log.warn({ reason }, 'GATEHOUSE_PUBLIC_URL is plain http')
  }
  const beginDrain = () => {
    ops.markDraining()
    gateway.isClosing = true
  }
  return {
    url: http.url,
    grpcAddress: control?.address ?? null,
    opsAddress: ops.address,
    drainSeconds: config.drainSeconds,
    beginDrain,
    close() {
      beginDrain()
      return started.disposeAsync()
    },
  }
}

async function openHttp(
  config: Config,
  gateway: GatewayContext,
  connections: Connections,
): Promise<{ url: string; close(): Promise<void> }> {
  const { host, port } = splitAddress(config.httpListen)
  const served = config.accountPages ? routes : routes.filter((route) => !accountPageRoutes.includes(route))
  const app = gatewayApp(served, gateway)
  const server = httpServer(app, {
    listener: withExactPaths(app, served, gateway),
    connections,
    headersTimeoutMs: config.headersTimeoutMs,
    gateway,
  })
  server.listen(port, host)
  await once(server, 'listening')
  // The address of a server that listens on a port.
  const { port: bound } = server.address() as AddressInfo
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return { url: `http://${joinAddress(reachable, bound)}`, close: () => closeServer(server) }
}

async function openControl(config: Config, { clock, log, tls }: GatewayContext) {
  if (!config.testClock || !isMovable(clock)) return null
  return serve({
    listen: config.grpcListen,
    services: [[ClockService, clockService(clock)]],
    log,
    tls,
    reflection: config.environment === 'development',
  })
}
