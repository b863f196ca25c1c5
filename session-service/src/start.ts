import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { serveContext } from '@gatehouse/service-kit/start/serve-context'
import { watchTls } from '@gatehouse/service-kit/tls/tls-files'
import type { SessionConfig } from './config.ts'
import { type ContextOverrides, openContext } from './context.ts'
import { handoffsService, sessionsService } from './service.ts'

export type StartOverrides = ContextOverrides & { log?: Logger }

/** `close` completes calls, ends streams, stores when sessions were last used and closes Redis. */
export async function start(config: SessionConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'session-service', level: config.logLevel })
  const tls = watchTls(config, log)
  const ctx = await openContext(config, log, overrides)
  return serveContext({
    config,
    log,
    tls,
    context: {
      clock: ctx.clock,
      checks: ctx.checks,
      upstreams: ctx.upstreams,
      aroundClockMoves: { before: () => ctx.touches.flush() },
      close: () => ctx.close(),
    },
    services: [
      [SessionsService, sessionsService(ctx)],
      [HandoffsService, handoffsService(ctx)],
    ],
    metrics: ctx.metrics,
  })
}
