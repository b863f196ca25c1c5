import { type Baseline, startBaseline } from '../baselines/start-baseline.ts'
import { type Contender, formatProcessorTime, interleave, type Measured } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { type Figure, firstAccount, perSecond, pidsOf, type Scenario } from '../scenario.ts'

const path = '/auth/sessions/current'

/** `GET /auth/sessions/current` against a naive and a tuned process doing the same work, and an echo. */
export const verifySession: Scenario = {
  name: 'verify-session',
  async run(target, seconds) {
    const [naive, tuned, echo] = await Promise.all([
      startBaseline('naive-check', target),
      startBaseline('tuned-check', target),
      startBaseline('echo-check', target),
    ])
    const figures: Figure[] = []
    for (const connections of [64, 1]) {
      const check = (url: string, token: string) => (duration: number) =>
        soundLoad({ url: url + path, headers: { authorization: token }, connections, seconds: duration })
      const beside = (one: Baseline): Contender => ({
        run: check(one.url, one.token),
        pids: { process: one.pid, redis: target.pids.redis ?? 0 },
      })
      const measured = await interleave(seconds, {
        ours: {
          run: check(target.gateway, firstAccount(target.seeded).token),
          pids: pidsOf(target, ['gateway', 'session-service', 'redis']),
        },
        naive: beside(naive),
        tuned: beside(tuned),
        echo: beside(echo),
      })
      const goals =
        connections === 64
          ? { naive: '>= 4.5', tuned: '>= 0.9', echo: '>= 0.33' }
          : { naive: '> 1.3', tuned: '>= 0.5', echo: '>= 0.5' }
      for (const limit of ['naive', 'tuned', 'echo'] as const) {
        figures.push(figureOf(connections, measured.ours, { name: limit, ...measured[limit] }, goals[limit]))
      }
    }
    await Promise.all([naive, tuned, echo].map((baseline) => baseline.stop()))
    return figures
  },
}

function figureOf(
  connections: number,
  ours: Measured,
  limit: Measured & { name: string },
  goal: string,
): Figure {
  const { p50, p99 } = ours
  return {
    scenario: `session check, ${connections} connection(s), p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    measured: `${perSecond(ours.perSecond, 'checks')} (${formatProcessorTime(ours)})`,
    limit: `${limit.name} ${perSecond(limit.perSecond, 'checks')} (${formatProcessorTime(limit)})`,
    ratio: ours.perSecond / limit.perSecond,
    goal,
  }
}
