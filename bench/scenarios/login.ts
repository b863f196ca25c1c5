import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { formatProcessorTime, interleave } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { hashOf, loginBodies, parameters, people } from '../people.ts'
import { perSecond, pidsOf, type Scenario, type Target } from '../scenario.ts'

/** Enough that no account reaches its session cap. */
const accounts = 100
const processes = ['auth-service', 'gateway', 'session-service', 'mongodb', 'redis']

/** Sustained `POST /auth/login` of many accounts, eight at once, against raw hashes with the same parameters, two at once. */
export const login: Scenario = {
  name: 'login',
  async run(target, seconds) {
    const sustained = await logins(target)
    const { ours, raw } = await interleave(seconds, {
      ours: { run: sustained, pids: pidsOf(target, processes) },
      raw: { run: async (duration) => ({ perSecond: await rawHashesPerSecond(duration) }) },
    })
    return [
      {
        scenario: `login, 8 at once, p99 ${ours.p99.toFixed(0)} ms`,
        measured: `${perSecond(ours.perSecond, 'logins')} (${formatProcessorTime(ours)})`,
        limit: `raw ${perSecond(raw.perSecond, 'hashes')}`,
        ratio: ours.perSecond / raw.perSecond,
        goal: '>= 0.9',
      },
    ]
  },
}

/** Signs in accounts of its own, eight at once. */
export async function logins(target: Target) {
  const emails = await people(target, `login-${Date.now()}`, Array(accounts).fill(hashOf()))
  const bodies = loginBodies(emails)
  return (seconds: number) =>
    soundLoad({
      url: `${target.gateway}/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      bodies,
      seconds,
      connections: 8,
    })
}

async function rawHashesPerSecond(seconds: number): Promise<number> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const file = fileURLToPath(new URL(`../baselines/hash-worker${extension}`, import.meta.url))
  const counts = await Promise.all(
    [1, 2].map(async () => {
      const [hashes] = await once(new Worker(file, { workerData: { seconds, ...parameters } }), 'message')
      return Number(hashes)
    }),
  )
  return counts.reduce((sum, hashes) => sum + hashes, 0) / seconds
}
