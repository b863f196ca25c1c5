import { ClockService } from '@gatehouse/proto/gen/control/v1/clock'
import { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { clockService } from '@gatehouse/service-kit/grpc/clock-service'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import { openOpsServer } from '@gatehouse/service-kit/process/ops-server'
import { isMovable } from '@gatehouse/service-kit/time/clock'
import type { WebhookConfig } from './config.ts'
import { type ContextOverrides, closeContext, openContext, type WebhookContext } from './context.ts'
import { guildsServer } from './guilds/guilds-server.ts'
import { webhooksServer } from './service.ts'

// A page of a hundred messages, each as large as one may be, in one answer.
const maxMessageBytes = 16 * 1024 * 1024

export type Started = { grpcAddress: string; opsAddress: string; close(): Promise<void> }

/** Starts the service; it answers, unready, while its stores are away. */
export async function start(config: WebhookConfig, overrides: ContextOverrides = {}): Promise<Started> {
  const ctx = await openContext(config, overrides)
  try {
    return await listen(ctx)
  } catch (error) {
    await closeContext(ctx)
    throw error
  }
}

async function listen(ctx: WebhookContext): Promise<Started> {
  const { config, log, tls } = ctx
  const grpc = await serve({
    listen: config.grpcListen,
    services: services(ctx),
    log,
    tls,
    reflection: config.environment !== 'production',
    maxMessageBytes,
  })
  const ops = await openOpsServer({ listen: config.opsListen, checks: readinessOf(ctx) })

  return {
    grpcAddress: grpc.address,
    opsAddress: ops.address,
    async close() {
      ops.markDraining()
      await grpc.drain()
      await closeContext(ctx)
      await ops.close()
    },
  }
}

function services(ctx: WebhookContext) {
  const { clock, directory } = ctx
  return [
    [WebhooksService, webhooksServer(ctx)] as const,
    ...(directory ? [[GuildsService, guildsServer(directory)] as const] : []),
    ...(isMovable(clock) ? [[ClockService, clockService(clock)] as const] : []),
  ]
}

// Redis is not asked: executions go on while it is away (contract.md 2), and an unready replica would get none.
function readinessOf({ mongo, lease }: WebhookContext) {
  return { mongodb: () => mongo.isReady(), worker: () => lease.isHeld() }
}
