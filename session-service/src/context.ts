import { openGeoip } from '@gatehouse/service-kit/geoip/geoip'
import { geoipLogEvents } from '@gatehouse/service-kit/geoip/geoip-log-events'
import { outboxAge } from '@gatehouse/service-kit/outbox/outbox-metrics'
import { backgroundCalls } from '@gatehouse/service-kit/process/background-calls'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { openClock } from '@gatehouse/service-kit/start/open-clock'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { hasReplicas } from '@gatehouse/service-kit/storage/redis-replicas'
import { redisRightsCheck } from '@gatehouse/service-kit/storage/redis-rights-check'
import { clockSkew } from '@gatehouse/service-kit/storage/redis-skew'
import { replicatedScripts } from '@gatehouse/service-kit/storage/replicated-scripts'
import { openStreamsRedis } from '@gatehouse/service-kit/storage/streams-redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { openKeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { checkAppendOnlyFile } from './append-only-check.ts'
import type { SessionConfig } from './config.ts'
import { eventOutbox } from './events/event-outbox.ts'
import { outboxSweeper } from './events/outbox-sweeper.ts'
import { handoffStore } from './handoff/handoff-store.ts'
import { wrongCodes } from './handoff/wrong-codes.ts'
import { sessionLogRecords } from './log-records.ts'
import { redisRights } from './redis-rights.ts'
import { revocationChannel } from './revocations/revocation-channel.ts'
import { revocationFeed } from './revocations/revocation-feed.ts'
import type { Lifetime } from './sessions/session.ts'
import { sessionStore } from './sessions/session-store.ts'
import { signInAttempts } from './sessions/sign-in-attempts.ts'
import { touchBuffer } from './sessions/touch-buffer.ts'

export type ContextOverrides = {
  clock?: Clock
  redisCommandMs?: number
  backgroundCalls?: { pauseMs: number }
}

export type SessionContext = Awaited<ReturnType<typeof openContext>>

const touchGapMs = 60_000
const flushTouchesEveryMs = 1_000

/** Does not throw if Redis is unavailable; its check fails. */
export async function openContext(config: SessionConfig, log: Logger, overrides: ContextOverrides = {}) {
  const keys = openKeyRing(config.keys, config)
  const logRecords = sessionLogRecords(log)
  const geoip = await openGeoip({ path: config.geoipDatabase, events: geoipLogEvents(log) })
  const { redis, close } = await openRedis({
    url: config.redisUrl,
    tlsPaths: config,
    log,
    commandMs: overrides.redisCommandMs,
  })
  const clock = overrides.clock ?? (await openClock({ service: 'session-service', config, redis, log }))
  const lifetime: Lifetime = {
    idleMs: config.idleSeconds * 1000,
    absoluteMs: config.absoluteSeconds * 1000,
  }
  const { redisPrefix: prefix, sessionCap: cap } = config
  void checkAppendOnlyFile({ redis, prefix, log })
  const replicated = replicatedScripts({ redis, replicas: config.waitReplicas })
  const streams = await openStreamsRedis({ redis, config, log })
  const outbox = eventOutbox({
    redis,
    streams: streams.redis,
    prefix,
    maxLength: config.eventStreamLength,
    maxBytes: config.streamBytes,
    log,
  })
  const sweeper = outboxSweeper({ redis, prefix, outbox, log })
  const sessions = sessionStore({ redis, replicated, outbox, prefix, lifetime, cap, touchGapMs })
  const revocations = revocationFeed({ redis, channel: revocationChannel(prefix), clock, log })
  const background = backgroundCalls(overrides.backgroundCalls)
  const touches = touchBuffer({
    store: sessions,
    gapMs: touchGapMs,
    flushEveryMs: flushTouchesEveryMs,
    log,
  })

  return {
    clock,
    lifetime,
    sessions,
    attempts: signInAttempts({ redis, prefix }),
    touches,
    background,
    revocations,
    logRecords,
    metrics: [clockSkew(redis, clock), outboxAge({ events: outbox.oldestPendingSeconds })],
    locationOf: geoip.locationOf,
    handoffs: handoffStore({ redis, outbox, prefix, keys }),
    wrongCodes: wrongCodes({ redis, outbox, prefix, clock, scale: config.limitsScale }),
    checks: {
      /** Sends a PING, since the connection to a frozen Redis stays open. */
      redis: async () => (await redis.ping()) === 'PONG',
      redis_rights: redisRightsCheck({ redis, prefix, rights: redisRights, log }),
    },
    /** Sign-in and revocation fail without them. Session checks do not, so the process is ready. */
    upstreams: {
      ...(config.waitReplicas > 0 && { replicas: () => hasReplicas(redis, config.waitReplicas) }),
    },
    close: async () => {
      await background.close()
      await sweeper.close()
      await touches.close()
      await outbox.close()
      revocations.close()
      geoip.close()
      replicated.close()
      await streams.close()
      await close()
    },
  }
}
