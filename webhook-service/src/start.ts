import { ClockService } from '@gatehouse/proto/gen/control/v1/clock'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { clockService } from '@gatehouse/service-kit/grpc/clock-service'
import { type ServeOptions, serve } from '@gatehouse/service-kit/grpc/serve'
import { readTls } from '@gatehouse/service-kit/grpc/tls'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { openOpsServer } from '@gatehouse/service-kit/process/ops-server'
import { isMovable } from '@gatehouse/service-kit/time/clock'
import type { WebhookConfig } from './config.ts'
import { type ContextOverrides, closeContext, openContext, type WebhookContext } from './context.ts'
import { guildsServer } from './guilds/guilds-server.ts'
import { webhooksServer } from './service.ts'

type StartOverrides = ContextOverrides & { log?: Logger }

// Room for a page of a hundred messages, each as large as one may be, in one answer.
const maxMessageBytes = 16 * 1024 * 1024

/** Starts webhook-service; `close` answers what was asked, then closes everything. */
export async function start(config: WebhookConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'webhook-service', level: config.logLevel })
  await using opened = new AsyncDisposableStack()

  const ctx = await openContext(config, log, overrides)
  opened.defer(() => closeContext(ctx))
  const grpc = await serve({
    listen: config.grpcListen,
    services: servicesOf(config, ctx),
    log,
    tls: readTls(config),
    reflection: config.environment !== 'production',
    maxMessageBytes,
  })
  opened.defer(() => grpc.drain())
  const ops = await openOpsServer({ listen: config.opsListen, checks: ctx.checks })
  opened.defer(() => ops.close())
  opened.defer(() => ops.markDraining())

  const running = opened.move()
  return { grpcAddress: grpc.address, opsAddress: ops.address, close: () => running.disposeAsync() }
}

function servicesOf(config: WebhookConfig, ctx: WebhookContext): ServeOptions['services'] {
  const services: ServeOptions['services'] = [[WebhooksService, webhooksServer(ctx)]]
  const guilds = ctx.directory ? ([[GuildsService, guildsServer(ctx.directory)]] as const) : []
  const clock =
    config.testClock && isMovable(ctx.clock) ? ([[ClockService, clockService(ctx.clock)]] as const) : []
  return [...services, ...guilds, ...clock]
}
