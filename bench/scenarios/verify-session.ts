import { startBaseline } from '../baselines/start-baseline.ts'
import { load } from '../load.ts'
import { type Figure, firstAccount, perSecond, type Scenario } from '../scenario.ts'

const path = '/auth/sessions/current'

/** `GET /auth/sessions/current` against the naive and the tuned single process doing the same work. */
export const verifySession: Scenario = {
  name: 'verify-session',
  async run({ gateway, redis, seeded }, seconds) {
    const product = { url: gateway + path, headers: { authorization: firstAccount(seeded).token } }
    const [naive, tuned] = await Promise.all([
      startBaseline('naive-check', redis),
      startBaseline('tuned-check', redis),
    ])
    const figures: Figure[] = []
    for (const connections of [64, 1]) {
      const measure = (target: { url: string; headers: Record<string, string> }) =>
        load({ ...target, connections, seconds })
      const ours = await measure(product)
      const naively = await measure({ url: naive.url + path, headers: { authorization: naive.token } })
      const best = await measure({ url: tuned.url + path, headers: { authorization: tuned.token } })
      if (ours.failed > 0) throw new Error(`${ours.failed} session checks failed under load.`)
      const scenario = `session check, ${connections} connection(s), p50 ${ours.p50} ms, p99 ${ours.p99} ms`
      const measured = perSecond(ours.perSecond, 'checks')
      figures.push(
        {
          scenario,
          measured,
          limit: `naive ${perSecond(naively.perSecond, 'checks')}`,
          ratio: ours.perSecond / naively.perSecond,
          goal: connections === 64 ? '>= 4.5' : '> 1.3',
        },
        {
          scenario,
          measured,
          limit: `tuned ${perSecond(best.perSecond, 'checks')}`,
          ratio: ours.perSecond / best.perSecond,
          goal: connections === 64 ? '>= 0.9' : '>= 0.5',
        },
      )
    }
    await Promise.all([naive.stop(), tuned.stop()])
    return figures
  },
}
