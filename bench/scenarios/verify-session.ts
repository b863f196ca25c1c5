import { type Baseline, startBaseline } from '../baselines/start-baseline.ts'
import { type Contender, formatProcessorTime, interleave, type Measured, totalUs } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { signInAtPeer, startPeer } from '../peers/better-auth.ts'
import { type Figure, firstAccount, perSecond, pidsOf, type Scenario } from '../scenario.ts'

const path = '/auth/sessions/current'
const phone = '2001:db8:9a40:1a3c:8d2f:11ff:fe23:9b01'

type Limit = {
  limit: 'naive' | 'tuned' | 'echo' | 'Better Auth'
  goal: string
  by?: 'rate' | 'processor time'
}

const goals: Record<64 | 1, Limit[]> = {
  64: [
    { limit: 'naive', goal: '>= 1.67', by: 'processor time' },
    { limit: 'tuned', goal: '>= 1.11', by: 'processor time' },
    { limit: 'echo', goal: '>= 0.33' },
    { limit: 'Better Auth', goal: '>= 3' },
  ],
  1: [
    { limit: 'naive', goal: '> 1.3' },
    { limit: 'tuned', goal: '>= 0.5' },
    { limit: 'echo', goal: '>= 0.5' },
    { limit: 'Better Auth', goal: '>= 3' },
  ],
}

/** `GET /auth/sessions/current` against a naive and a tuned process doing the same work, an echo, and Better Auth. */
export const verifySession: Scenario = {
  name: 'verify-session',
  async run(target, seconds) {
    const [naive, tuned, echo] = await Promise.all([
      startBaseline('naive-check', target),
      startBaseline('tuned-check', target),
      startBaseline('echo-check', target),
    ])
    const person = `check-${Date.now()}@gatehouse.test`
    const peer = await startPeer(target, [person])
    const cookie = await signInAtPeer(peer, person)
    const figures: Figure[] = []
    for (const connections of [64, 1] as const) {
      const check =
        (url: string, token: string, headers: Record<string, string> = {}) =>
        (duration: number) =>
          soundLoad({
            url: url + path,
            headers: { authorization: token, ...headers },
            connections,
            seconds: duration,
          })
      const beside = (one: Baseline): Contender => ({
        run: check(one.url, one.token),
        pids: { ...one.pids, redis: target.pids.redis ?? 0 },
      })
      const { token } = firstAccount(target.seeded)
      const pids = pidsOf(target, ['gateway', 'session-service', 'redis'])
      const measured = await interleave(seconds, {
        ours: { run: check(target.gateway, token), pids },
        forwarded: { run: check(target.gateway, token, { 'x-forwarded-for': phone }), pids },
        naive: beside(naive),
        tuned: beside(tuned),
        echo: beside(echo),
        'Better Auth': {
          run: (duration) =>
            soundLoad({ url: peer.sessionUrl, headers: { cookie }, connections, seconds: duration }),
          pids: { ...peer.pids, redis: target.pids.redis ?? 0 },
        },
      })
      for (const { limit, goal, by = 'rate' } of goals[connections]) {
        figures.push(figureOf(connections, measured.ours, { name: limit, ...measured[limit] }, { goal, by }))
      }
      if (connections === 64) figures.push(forwardedFigure(measured.forwarded, measured.ours))
    }
    await Promise.all([naive, tuned, echo, peer].map((baseline) => baseline.stop()))
    return figures
  },
}

/** Most clients are behind a proxy, and phones have IPv6 addresses. */
function forwardedFigure(forwarded: Measured, direct: Measured): Figure {
  return {
    scenario: 'session check of an IPv6 address behind a proxy, by processor time',
    detail: '',
    measured: `${perSecond(forwarded.perSecond, 'checks')} (${formatProcessorTime(forwarded)})`,
    limit: `without a proxy ${perSecond(direct.perSecond, 'checks')} (${formatProcessorTime(direct)})`,
    ratio: totalUs(direct) / totalUs(forwarded),
    goal: '>= 0.8',
  }
}

function figureOf(
  connections: number,
  ours: Measured,
  limit: Measured & { name: string },
  { goal, by }: { goal: string; by: 'rate' | 'processor time' },
): Figure {
  const { p50, p99 } = ours
  return {
    scenario: `session check, ${connections} connection(s), by ${by}`,
    detail: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    measured: `${perSecond(ours.perSecond, 'checks')} (${formatProcessorTime(ours)})`,
    limit: `${limit.name} ${perSecond(limit.perSecond, 'checks')} (${formatProcessorTime(limit)})`,
    ratio: by === 'rate' ? ours.perSecond / limit.perSecond : totalUs(limit) / totalUs(ours),
    goal,
  }
}
