import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { type ServeOptions, serve } from '../grpc/serve.ts'
import type { Metric } from '../metrics/metric.ts'
import { rpcSeconds } from '../metrics/rpc-metrics.ts'
import type { Logger } from '../process/log.ts'
import { openOpsServer } from '../process/ops-server.ts'
import type { ReadyChecks } from '../process/ready-checks.ts'
import type { Settings } from '../process/settings.ts'
import type { commonSettings } from '../process/shared-settings.ts'
import { storeSeconds } from '../storage/store-metrics.ts'
import { type Clock, isMovable } from '../time/clock.ts'
import { rejectedCallers } from '../tls/authorize-callers.ts'
import type { Tls } from '../tls/tls-files.ts'
import { tlsMetrics } from '../tls/tls-metrics.ts'
import { keyRingReloads } from '../tokens/key-ring-metrics.ts'
import { type AroundMoves, clockService } from './clock-service.ts'
import type { Running } from './run.ts'

type Options = Pick<ServeOptions, 'services' | 'maxMessageBytes'> & {
  /** Opened once in a process, which counts its reloads. */
  tls: Tls | null
  config: Settings<ReturnType<typeof commonSettings>>
  log: Logger
  context: {
    clock: Clock
    checks: ReadyChecks
    upstreams?: ReadyChecks
    aroundClockMoves?: AroundMoves
    close(): Promise<void>
  }
  metrics?: readonly Metric[]
}

export type ServedContext = Running & { grpcAddress: string; opsAddress: string }

export async function serveContext({
  config,
  log,
  context,
  tls,
  services,
  metrics = [],
  ...options
}: Options): Promise<ServedContext> {
  await using opened = new AsyncDisposableStack()
  opened.defer(() => context.close())
  const { clock, aroundClockMoves } = context
  const control =
    config.testClock && isMovable(clock)
      ? ([[ClockService, clockService(clock, aroundClockMoves)]] as const)
      : []
  const grpc = await serve({
    listen: config.grpcListen,
    services: [...services, ...control],
    log,
    tls,
    reflection: config.environment === 'development',
    ...options,
  })
  opened.defer(() => grpc.drain())
  const ops = await openOpsServer({
    listen: config.opsListen,
    checks: context.checks,
    upstreams: context.upstreams ?? {},
    metrics: [rejectedCallers, rpcSeconds, storeSeconds, keyRingReloads, ...tlsMetrics(tls), ...metrics],
  })
  opened.defer(() => ops.close())

  const running = opened.move()
  const beginDrain = () => {
    ops.markDraining()
    grpc.beginDrain()
  }
  return {
    grpcAddress: grpc.address,
    opsAddress: ops.address,
    drainSeconds: config.drainSeconds,
    beginDrain,
    close() {
      beginDrain()
      return running.disposeAsync()
    },
  }
}
