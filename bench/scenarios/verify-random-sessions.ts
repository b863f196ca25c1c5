import { Redis } from 'ioredis'
import { benchStack } from '../bench-stack.ts'
import { addSessions } from '../crowd.ts'
import { type Contender, formatProcessorTime, interleave } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { type Figure, firstAccount, perSecond, pidsOf, type Scenario, type Target } from '../scenario.ts'

/** So many that no session exceeds its limit. */
const limitedSessions = 10_000

/**
 * `GET /auth/sessions/current` with random ones of 5,000 sessions, which the cache of a gateway can contain, and of 100,000,
 * which it cannot, compared with one session; and of 10,000 with the limits of production, for which it starts a second stack.
 */
export const verifyRandomSessions: Scenario = {
  name: 'verify-random-sessions',
  async run(target, seconds) {
    await using stack = await benchStack({}, { GATEHOUSE_LIMITS_SCALE: '1' })
    const one = [firstAccount(target.seeded).token]
    const measured = await interleave(seconds, {
      one: checks(target, one),
      some: checks(target, await sessionsIn(target, 5000)),
      many: checks(target, await sessionsIn(target, 100_000)),
      limited: checks(stack.target, await sessionsIn(stack.target, limitedSessions)),
    })
    const among = {
      '5,000': measured.some,
      '100,000': measured.many,
      '10,000 with the limits of production': measured.limited,
    }
    return Object.entries(among).map(
      ([count, ours]): Figure => ({
        scenario: `session check, random among ${count}, 64 connections`,
        detail: `p99 ${ours.p99.toFixed(1)} ms`,
        measured: `${perSecond(ours.perSecond, 'checks')} (${formatProcessorTime(ours)})`,
        limit: `one session ${perSecond(measured.one.perSecond, 'checks')} (${formatProcessorTime(measured.one)})`,
        ratio: ours.perSecond / measured.one.perSecond,
        goal: 'stated',
      }),
    )
  },
}

async function sessionsIn(target: Target, count: number): Promise<string[]> {
  const redis = new Redis(target.redis)
  const tokens = await addSessions(redis, count)
  redis.disconnect()
  return tokens
}

function checks(target: Target, tokens: string[]): Contender {
  const url = `${target.gateway}/auth/sessions/current`
  return {
    run: (duration) => soundLoad({ url, tokens, connections: 64, seconds: duration }),
    pids: pidsOf(target, ['gateway', 'session-service', 'redis']),
  }
}
