import { ClockService } from '@gatehouse/proto/gen/control/v1/clock'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { clockService } from '@gatehouse/service-kit/grpc/clock-service'
import { type ServeOptions, serve } from '@gatehouse/service-kit/grpc/serve'
import { readTls } from '@gatehouse/service-kit/grpc/tls'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { openOpsServer } from '@gatehouse/service-kit/process/ops-server'
import { isMovable } from '@gatehouse/service-kit/time/clock'
import type { SessionConfig } from './config.ts'
import { type ContextOverrides, closeContext, openContext, type SessionContext } from './context.ts'
import { handoffsService, sessionsService } from './service.ts'

export type StartOverrides = ContextOverrides & { log?: Logger }

/** Starts session-service; `close` answers what was asked, ends the streams, writes what waits, and closes Redis. */
export async function start(config: SessionConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'session-service', level: config.logLevel })
  await using opened = new AsyncDisposableStack()

  const ctx = await openContext(config, log, overrides)
  opened.defer(() => closeContext(ctx))
  const grpc = await serve({
    listen: config.grpcListen,
    services: servicesOf(config, ctx),
    log,
    tls: readTls(config),
    reflection: config.environment !== 'production',
  })
  opened.defer(() => grpc.drain())
  const ops = await openOpsServer({ listen: config.opsListen, checks: { redis: ctx.isReady } })
  opened.defer(() => ops.close())

  const running = opened.move()
  return { grpcAddress: grpc.address, opsAddress: ops.address, close: () => running.disposeAsync() }
}

function servicesOf(config: SessionConfig, ctx: SessionContext): ServeOptions['services'] {
  const own = [
    [SessionsService, sessionsService(ctx)],
    [HandoffsService, handoffsService(ctx)],
  ] as const
  if (!config.testClock || !isMovable(ctx.clock)) return own
  return [...own, [ClockService, clockService(ctx.clock)]]
}
