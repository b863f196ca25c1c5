import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { interleave, tellProcessorTime } from '../interleave.ts'
import { soundLoad } from '../load.ts'
import { perSecond, pidsOf, type Scenario, secondAccount } from '../scenario.ts'

/** The parameters auth-service hashes with by default (contract.md 3). */
const parameters = { memoryKib: 19_456, passes: 2 }

/** Sustained `POST /auth/login`, eight at once, against raw hashes of the same parameters, two at once. */
export const login: Scenario = {
  name: 'login',
  async run(target, seconds) {
    const { email, password } = secondAccount(target.seeded)
    const login = {
      url: `${target.gateway}/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      connections: 8,
    } as const
    const { ours, raw } = await interleave(seconds, {
      ours: {
        run: (duration) => soundLoad({ ...login, seconds: duration }),
        pids: pidsOf(target, ['auth-service']),
      },
      raw: { run: async (duration) => ({ perSecond: await rawHashesPerSecond(duration) }) },
    })
    return [
      {
        scenario: `login, 8 at once, p99 ${ours.p99.toFixed(0)} ms`,
        measured: `${perSecond(ours.perSecond, 'logins')} (${tellProcessorTime(ours)})`,
        limit: `raw ${perSecond(raw.perSecond, 'hashes')}`,
        ratio: ours.perSecond / raw.perSecond,
        goal: '>= 0.9',
      },
    ]
  },
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
