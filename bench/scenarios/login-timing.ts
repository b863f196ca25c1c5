import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { mannWhitneyP } from '../mann-whitney.ts'
import { hashOf, parameters, password, people } from '../people.ts'
import type { Figure, Scenario, Target } from '../scenario.ts'

const samples = 400
const warmUp = 40
/** Each address takes its share of the tries, since a hundred wrong passwords in a row would close it. */
const addressesEach = 10
/** Each run has people of its own; the samples of all runs count alike. */
const runs = 3
/** `p` is the chance that any of the comparisons shows a difference although there is none. */
const max = { share: 0.05, ms: 3, p: 0.01 }

/**
 * The response time for unknown email addresses and for accounts that a client must not distinguish from them: one
 * client, all kinds in turn, in another order each round.
 */
export const loginTiming: Scenario = {
  name: 'login-timing',
  isOptIn: true,
  async run(target) {
    const taken: Record<string, number[]> = {}
    for (let run = 1; run <= runs; run++) {
      const measured = await measure(target.gateway, await kindsOf(target, run))
      for (const [name, times] of Object.entries(measured)) {
        console.error(`run ${run}, ${name}: median ${median(times).toFixed(2)} ms`)
        taken[name] = [...(taken[name] ?? []), ...times]
      }
    }
    const { unknown = [], ...others } = taken
    const comparisons = Object.keys(others).length
    return Object.entries(others).map(([name, times]) => compare(name, times, unknown, comparisons))
  },
}

/** The addresses of each kind; those of an earlier run have had their tries. */
async function kindsOf(target: Target, run: number): Promise<Record<string, string[]>> {
  const make = (name: string, hash: string) =>
    people(target, `${name}-${run}`, Array(addressesEach).fill(hash))
  const disabled = await make('disabled', hashOf())
  await disable(target, disabled)
  return {
    unknown: Array.from({ length: addressesEach }, (_, index) => `unknown-${run}-${index}@gatehouse.test`),
    'wrong password': await make('wrong', hashOf()),
    'disabled account': disabled,
    'hash of old parameters': await make('old', hashOf({ ...parameters, memoryKib: 8192 })),
    'hash of another system': await make('foreign', foreignHash()),
  }
}

async function disable({ auth }: Target, emails: string[]): Promise<void> {
  const admin = connect(AuthAdminService, auth)
  try {
    for (const email of emails) {
      const { account } = await admin.findAccount({ email })
      await admin.disableAccount({ id: account?.id ?? '' })
    }
  } finally {
    admin.close()
  }
}

/** As Django made them for long; cheaper than ours. */
function foreignHash(): string {
  const [salt, iterations] = [randomBytes(9).toString('hex'), 20_000]
  const digest = pbkdf2Sync(password, salt, iterations, 32, 'sha256').toString('base64')
  return `pbkdf2_sha256$${iterations}$${salt}$${digest}`
}

async function measure(gateway: string, kinds: Record<string, string[]>): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (let round = -warmUp; round < samples; round++) {
    for (const [name, emails] of shuffled(Object.entries(kinds))) {
      const ms = await refusalMs(gateway, emails[Math.abs(round) % emails.length] ?? '')
      if (round >= 0) taken[name]?.push(ms)
    }
  }
  return taken
}

async function refusalMs(gateway: string, email: string): Promise<number> {
  const body = JSON.stringify({ email, password: `not ${password}` })
  const headers = { 'content-type': 'application/json' }
  const startedAt = performance.now()
  const response = await fetch(`${gateway}/auth/login`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  const ms = performance.now() - startedAt
  if (response.status !== 400) throw new Error(`A wrong password was answered ${response.status}.`)
  return ms
}

function compare(name: string, times: number[], unknown: number[], comparisons: number): Figure {
  // Bonferroni correction: each of several comparisons may show a difference by chance.
  const p = Math.min(1, mannWhitneyP(times, unknown) * comparisons)
  const [ours, theirs] = [median(times), median(unknown)]
  const differs = Math.max(1e-9, Math.abs(ours - theirs))
  return {
    scenario: `rejected login, ${name}, p = ${p.toFixed(3)} of ${comparisons} comparisons, ${times.length} each in ${runs} runs`,
    measured: `${ours.toFixed(2)} ms (${(ours - theirs).toFixed(2)} ms, ${((ours / theirs - 1) * 100).toFixed(1)} %)`,
    limit: `unknown email ${theirs.toFixed(2)} ms`,
    ratio: Math.min(p / max.p, (max.share * theirs) / differs, max.ms / differs),
    goal: '>= 1',
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
