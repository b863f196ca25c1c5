import { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { unreadableEntries } from '@gatehouse/service-kit/outbox/outbox-metrics'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { serveContext } from '@gatehouse/service-kit/start/serve-context'
import { openAvatarServer } from './avatars/avatar-server.ts'
import type { WebhookConfig } from './config.ts'
import { type ContextOverrides, openContext } from './context.ts'
import { deliveriesServer, webhooksServer } from './service.ts'

type StartOverrides = ContextOverrides & { log?: Logger }

// A page of 100 messages of the maximum size.
const maxMessageBytes = 16 * 1024 * 1024

export async function start(config: WebhookConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'webhook-service', level: config.logLevel })
  const ctx = await openContext(config, log, overrides)
  const avatarServer = await openAvatarServer({
    listen: config.avatarsListen,
    tls: ctx.tls,
    avatars: ctx.avatars,
    log,
  })
  const close = async () => {
    await avatarServer.close()
    await ctx.close()
  }
  const served = await serveContext({
    config,
    log,
    tls: ctx.tls,
    context: { clock: ctx.clock, checks: ctx.checks, close },
    services: [
      [WebhooksService, webhooksServer(ctx)],
      [DeliveriesService, deliveriesServer(ctx)],
      ...ctx.directoryServices,
    ],
    metrics: [unreadableEntries, ...ctx.metrics],
    maxMessageBytes,
  })
  return { ...served, avatarsAddress: avatarServer.address }
}
