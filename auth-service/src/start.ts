import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { rejectedEvents } from '@gatehouse/service-kit/events/event-metrics'
import { unreadableEntries } from '@gatehouse/service-kit/outbox/outbox-metrics'
import { createLogger, type Logger } from '@gatehouse/service-kit/process/log'
import { serveContext } from '@gatehouse/service-kit/start/serve-context'
import { accountSweeper, sweepFailures } from './account-life/account-sweeper.ts'
import type { AuthConfig } from './config.ts'
import { type AuthContext, type ContextOverrides, openContext } from './context.ts'
import { endApprovedSignIns } from './ip-authorization/end-approved.ts'
import { ipAuthorizationSteps } from './ip-authorization/ip-authorization-metrics.ts'
import { mailHandoff } from './mails/mail-handoff.ts'
import { passkeyRejections } from './passkeys/passkey-problem.ts'
import { breachLookups } from './passwords/breached-passwords.ts'
import { authAdminService, authService, ssoService } from './service.ts'
import { smsMessages } from './sms/sms-metrics.ts'

const sweepEveryMs = 60_000

export type StartOverrides = ContextOverrides & { log?: Logger }

export async function start(config: AuthConfig, overrides: StartOverrides = {}) {
  const log = overrides.log ?? createLogger({ name: 'auth-service', level: config.logLevel })
  const ctx = await openContext(config, log, overrides)
  ctx.audit.consume({
    'handoff.delivered': (event) => mailHandoff(ctx, event),
    'session.revoked': (event) => endApprovedSignIns(ctx, event),
  })
  const sweeper = accountSweeper(ctx, { log, everyMs: sweepEveryMs })
  return serveContext({
    config,
    log,
    tls: ctx.tls,
    context: {
      clock: ctx.clock,
      checks: ctx.checks,
      aroundClockMoves: { after: () => afterClockMove(ctx, sweeper) },
      async close() {
        await sweeper.close()
        await ctx.close()
      },
    },
    services: [
      [AuthService, authService(ctx)],
      [AuthAdminService, authAdminService(ctx)],
      [SsoService, ssoService(ctx)],
    ],
    metrics: [
      breachLookups,
      rejectedEvents,
      sweepFailures,
      smsMessages,
      unreadableEntries,
      ipAuthorizationSteps,
      passkeyRejections,
      ...ctx.metrics,
      ...ctx.audit.metrics,
      ...ctx.mails.metrics.all,
      ...ctx.passwords.metrics,
      ...ctx.throttle.metrics,
    ],
  })
}

async function afterClockMove(
  { mails }: Pick<AuthContext, 'mails'>,
  sweeper: ReturnType<typeof accountSweeper>,
): Promise<void> {
  await Promise.all([sweeper.sweep(), mails.maintain()])
}
