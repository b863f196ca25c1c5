import { Redis } from 'ioredis'
import { addSessions } from '../crowd.ts'
import { type Contender, formatProcessorTime, interleave } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { type Figure, firstAccount, perSecond, pidsOf, type Scenario } from '../scenario.ts'

/**
 * `GET /auth/sessions/current` with random ones of 5,000 sessions, which the cache of a gateway can contain, and of 100,000,
 * which it cannot, compared with one session.
 */
export const verifyRandomSessions: Scenario = {
  name: 'verify-random-sessions',
  async run(target, seconds) {
    const redis = new Redis(target.redis)
    const [some, many] = [await addSessions(redis, 5000), await addSessions(redis, 100_000)]
    redis.disconnect()
    const url = `${target.gateway}/auth/sessions/current`
    const check = (tokens: string[]): Contender => ({
      run: (duration) => soundLoad({ url, tokens, connections: 64, seconds: duration }),
      pids: pidsOf(target, ['gateway', 'session-service', 'redis']),
    })
    const one = [firstAccount(target.seeded).token]
    const measured = await interleave(seconds, { one: check(one), some: check(some), many: check(many) })
    const among = { '5,000': measured.some, '100,000': measured.many }
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
