import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { mongo } from 'mongoose'
import { formatProcessorTime, interleave, totalUs } from '../interleave.ts'
import { leastForms, startLeastForms } from '../least-forms.ts'
import { soundLoad } from '../load.ts'
import { startPeer } from '../peers/better-auth.ts'
import { hashOf, loginBodies, parameters, people } from '../people.ts'
import { quantile } from '../quantile.ts'
import { perSecond, pidsOf, type Scenario, type Target } from '../scenario.ts'

/** Enough that no account reaches its session cap. */
const accounts = 100
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
/** Of processor time beside the hash. */
const goalUs = 6000
const processes = ['auth-service', 'gateway', 'session-service', 'mongodb', 'redis']

/** Sustained `POST /auth/login` of many accounts, eight at once, against raw hashes with the same parameters, two at once, the least program and Better Auth. */
export const login: Scenario = {
  name: 'login',
  async run(target, seconds) {
    const emails = await people(target, `login-${Date.now()}`, Array(accounts).fill(hashOf()))
    const least = await startLeastForms('least-sign-in', target, (url) => logins(`${url}/auth/login`, emails))
    const [peer] = await Promise.all([startPeer(target, emails), storeAccounts(target, emails)])
    const stores = pidsOf(target, ['mongodb', 'redis'])
    const hashUs: number[] = []
    const { ours, ...limits } = await interleave(seconds, {
      ours: { run: logins(`${target.gateway}/auth/login`, emails), pids: pidsOf(target, processes) },
      ...least.contenders,
      peer: { run: logins(peer.signInUrl, emails, peer.headers), pids: { ...peer.pids, ...stores } },
      raw: {
        run: async (duration) => {
          const raw = await rawHashes(duration)
          hashUs.push(raw.us)
          return { perSecond: raw.perSecond }
        },
      },
    })
    await Promise.all([least.stop(), peer.stop()])
    const hash = quantile(hashUs, 0.5)
    const scenario = 'login, 8 at once'
    const detail = `p99 ${ours.p99.toFixed(0)} ms`
    const measured = `${perSecond(ours.perSecond, 'logins')} (${formatProcessorTime(ours)})`
    const besideUs = totalUs(ours) - hash
    return [
      {
        scenario,
        detail,
        measured,
        limit: `raw ${perSecond(limits.raw.perSecond, 'hashes')} (${ms(hash)} each)`,
        ratio: ours.perSecond / limits.raw.perSecond,
        goal: '>= 0.63',
      },
      ...leastForms.map((form) => ({
        scenario,
        detail,
        measured,
        limit: `${form} ${perSecond(limits[form].perSecond, 'logins')} (${formatProcessorTime(limits[form])})`,
        ratio: ours.perSecond / limits[form].perSecond,
        goal: 'stated',
      })),
      {
        scenario,
        detail,
        measured,
        limit: `Better Auth ${perSecond(limits.peer.perSecond, 'logins')} (${formatProcessorTime(limits.peer)})`,
        ratio: ours.perSecond / limits.peer.perSecond,
        goal: '>= 1',
      },
      {
        scenario: 'login, processor time of all processes and stores beside the hash',
        measured: ms(besideUs),
        limit: `${ms(goalUs)}; the least needs ${ms(totalUs(limits.least) - hash)}, over unary calls ${ms(totalUs(limits['least over unary calls']) - hash)}`,
        ratio: goalUs / besideUs,
        goal: '>= 1',
      },
    ]
  },
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(1)} ms`
}

/** The same accounts for the least program. */
async function storeAccounts({ mongodb }: Target, emails: string[]): Promise<void> {
  const client = await mongo.MongoClient.connect(mongodb)
  const hash = hashOf()
  await client
    .db('gatehouse_bench')
    .collection('accounts')
    .insertMany(emails.map((email) => ({ email, hash })))
  await client.close()
}

/** Signs in these accounts, eight at once. */
export function logins(url: string, emails: string[], headers: Record<string, string> = {}) {
  const bodies = loginBodies(emails)
  return (seconds: number) =>
    soundLoad({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      bodies,
      seconds,
      connections: 8,
    })
}

/** Two at once; with the processor time of one. */
async function rawHashes(seconds: number): Promise<{ perSecond: number; us: number }> {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const file = fileURLToPath(new URL(`../baselines/hash-worker${extension}`, import.meta.url))
  const workerData = { seconds, ...parameters }
  const done = await Promise.all(
    [1, 2].map(async () => {
      const [message] = await once(new Worker(file, { workerData }), 'message')
      return message as { hashes: number; us: number } // what hash-worker.ts sends
    }),
  )
  const hashes = done.reduce((sum, one) => sum + one.hashes, 0)
  return { perSecond: hashes / seconds, us: done.reduce((sum, { us }) => sum + us, 0) / hashes }
}
