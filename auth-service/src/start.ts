import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ClockService } from '@gatehouse/proto/gen/control/v1/clock'
import { clockService } from '@gatehouse/service-kit/grpc/clock-service'
import { type ServeOptions, serve } from '@gatehouse/service-kit/grpc/serve'
import { readTls } from '@gatehouse/service-kit/grpc/tls'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { openOpsServer } from '@gatehouse/service-kit/process/ops-server'
import { isMovable } from '@gatehouse/service-kit/time/clock'
import type { AuthConfig } from './config.ts'
import { type AuthContext, type ContextOverrides, closeContext, openContext } from './context.ts'
import { authAdminService, authService } from './service.ts'

export type StartOverrides = ContextOverrides & { log?: Logger }

/** Starts auth-service; `close` answers what was asked, then closes everything. */
export async function start(config: AuthConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'auth-service', level: config.logLevel })
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
  const ops = await openOpsServer({ listen: config.opsListen, checks: ctx.checks })
  opened.defer(() => ops.close())
  opened.defer(() => ops.markDraining())

  const running = opened.move()
  return { grpcAddress: grpc.address, opsAddress: ops.address, close: () => running.disposeAsync() }
}

function servicesOf(config: AuthConfig, ctx: AuthContext): ServeOptions['services'] {
  const services = [
    [AuthService, authService(ctx)],
    [AuthAdminService, authAdminService(ctx)],
  ] as const
  if (!config.testClock || !isMovable(ctx.clock)) return services
  return [...services, [ClockService, clockService(ctx.clock)]]
}
