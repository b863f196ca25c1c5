import { setTimeout as pause } from 'node:timers/promises'
import { threadTimeUs } from '../processor-time.ts'
import { quantile } from '../quantile.ts'
import { type Figure, pidsOf, type Scenario, type Target } from '../scenario.ts'
import { type Pair, rejectedRequest, setUpPairs, signIn, signInWithCode } from '../totp-sign-in.ts'

const rounds = 10
/** Sign-ins of each kind before the first round. */
const warmUp = 300
/** Of each kind in each round: the code of an account is accepted once in 30 seconds. */
const accounts = 60
/** As in the scenario `login`: processes that are seldom used need more time for each request. */
const atOnce = 8
/** Each measurement takes as long, so that the work of idle processes is the same. */
const windowMs = 3000
/** After the warm-up, until its mails are sent and its events are published. */
const settleMs = 5000
const services = ['auth-service', 'gateway', 'session-service']
const stores = ['mongodb', 'redis']
const processes = [...services, ...stores]

/** Milliseconds by process. */
type Times = Record<string, number>

/**
 * The processor time of a sign-in with TOTP and of one without, in turn. Of the services only their main
 * threads: both kinds hash one password, whose time varies by more than what is measured. Beside it that of a second
 * request alone: one whose text is no ticket, which auth-service rejects before it reads a store.
 */
export const loginTotp: Scenario = {
  name: 'login-totp',
  async run(target) {
    const people = await setUpPairs(target, warmUp + rounds * accounts)
    const kinds = {
      plain: ({ plain }: Pair) => signIn(target, plain),
      totp: ({ factor }: Pair) => signInWithCode(target, factor),
      second: () => rejectedRequest(target),
    }
    for (const pair of people.splice(0, warmUp)) for (const run of Object.values(kinds)) await run(pair)
    await pause(settleMs)
    const added: Times[] = []
    const second: Times[] = []
    for (let round = 0; round < rounds; round++) {
      const pairs = people.splice(0, accounts)
      const idle = await processorMs(target, pairs, async () => {})
      const measured: Partial<Record<keyof typeof kinds, Times>> = {}
      const names = ['plain', 'totp', 'second'] as const
      for (const name of round % 2 === 0 ? names : names.toReversed())
        measured[name] = await processorMs(target, pairs, kinds[name])
      added.push(differences(measured.totp ?? {}, measured.plain ?? {}))
      second.push(differences(measured.second ?? {}, idle))
    }
    const limit = { limit: '1 ms', goal: '>= 1' }
    return [
      figure('TOTP adds to a sign-in', added, limit),
      figure('a second request alone adds', second, { limit: '-', goal: 'stated' }),
    ]
  },
}

function figure(what: string, times: Times[], { limit, goal }: Pick<Figure, 'limit' | 'goal'>): Figure {
  const shareOf = (name: string, share: number) =>
    quantile(
      times.map((time) => time[name] ?? 0),
      share,
    )
  const parts = processes.map((name) => `${name} ${shareOf(name, 0.5).toFixed(2)} ms`)
  const total = shareOf('all', 0.5)
  const [low, high] = [shareOf('all', 0.25).toFixed(2), shareOf('all', 0.75).toFixed(2)]
  return {
    scenario: `processor time that ${what}`,
    detail: parts.join(', '),
    measured: `${total.toFixed(2)} ms (quartiles of ${rounds} rounds ${low} and ${high})`,
    limit,
    ratio: 1 / Math.max(total, 0.01),
    goal,
  }
}

function differences(one: Times, other: Times): Times {
  const entries = processes.map((name) => [name, (one[name] ?? 0) - (other[name] ?? 0)] as const)
  return { ...Object.fromEntries(entries), all: entries.reduce((sum, [, ms]) => sum + ms, 0) }
}

/** Of each process, for one item. */
async function processorMs<Item>(
  target: Target,
  items: Item[],
  run: (item: Item) => Promise<unknown>,
): Promise<Times> {
  const used = () =>
    Object.entries(pidsOf(target, processes)).map(
      ([name, pid]) => [name, threadTimeUs(pid, services.includes(name) ? 'main' : 'all')] as const,
    )
  const before = Object.fromEntries(used())
  const end = pause(windowMs)
  const left = [...items]
  const lane = async () => {
    for (let item = left.pop(); item; item = left.pop()) await run(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  await end
  return Object.fromEntries(
    used().map(([name, us]) => [name, (us - (before[name] ?? 0)) / 1000 / items.length]),
  )
}
