import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { load } from '../load.ts'
import { firstAccount, perSecond, type Scenario } from '../scenario.ts'

/** The parameters auth-service hashes with by default (contract.md 3). */
const parameters = { memoryKib: 19_456, passes: 2 }

/** Sustained `POST /auth/login`, eight at once, against raw hashes of the same parameters, two at once. */
export const login: Scenario = {
  name: 'login',
  async run({ gateway, seeded }, seconds) {
    const { email, password } = firstAccount(seeded)
    const ours = await load({
      url: `${gateway}/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      connections: 8,
      seconds,
    })
    if (ours.failed > 0) throw new Error(`${ours.failed} logins failed under load.`)
    const raw = await rawHashesPerSecond(seconds)
    return [
      {
        scenario: `login, 8 at once, p99 ${ours.p99} ms`,
        measured: perSecond(ours.perSecond, 'logins'),
        limit: `raw ${perSecond(raw, 'hashes')}`,
        ratio: ours.perSecond / raw,
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
