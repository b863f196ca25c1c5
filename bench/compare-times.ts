import { mannWhitneyP } from './mann-whitney.ts'
import type { Figure } from './scenario.ts'

/** Email addresses by kind. */
export type Kinds = Record<string, string[]>

const samples = 400
const warmUp = 40
/** Each run has addresses of its own; the samples of all runs count alike. */
const runs = 3
/** `p` is the chance that any of the comparisons shows a difference although there is none. */
const max = { share: 0.05, ms: 3, p: 0.01 }

type Comparison = {
  what: string
  kindsOf(run: number): Promise<Kinds>
  /** One request for this address. */
  measureMs(email: string): Promise<number>
}

/** Compares the response times of all kinds with those of `unknown`: one client, all kinds in turn, in another order each round. */
export async function compareTimes({ what, kindsOf, measureMs }: Comparison): Promise<Figure[]> {
  const taken: Record<string, number[]> = {}
  for (let run = 1; run <= runs; run++) {
    const measured = await measure(await kindsOf(run), measureMs)
    for (const [name, times] of Object.entries(measured)) {
      console.error(`run ${run}, ${name}: median ${median(times).toFixed(2)} ms`)
      taken[name] = [...(taken[name] ?? []), ...times]
    }
  }
  const { unknown = [], ...others } = taken
  const comparisons = Object.keys(others).length
  return Object.entries(others).map(([name, times]) =>
    compare(`${what}, ${name}`, times, unknown, comparisons),
  )
}

/** The time of a POST until its response is read. */
export async function postMs(url: string, body: object, expectedStatus: number): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const startedAt = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  const ms = performance.now() - startedAt
  if (response.status !== expectedStatus) throw new Error(`${url} was answered ${response.status}.`)
  return ms
}

async function measure(kinds: Kinds, measureMs: Comparison['measureMs']): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]))
  for (let round = -warmUp; round < samples; round++) {
    for (const [name, emails] of shuffled(Object.entries(kinds))) {
      const ms = await measureMs(emails[Math.abs(round) % emails.length] ?? '')
      if (round >= 0) taken[name]?.push(ms)
    }
  }
  return taken
}

function compare(name: string, times: number[], unknown: number[], comparisons: number): Figure {
  // Bonferroni correction: each of several comparisons may show a difference by chance.
  const p = Math.min(1, mannWhitneyP(times, unknown) * comparisons)
  const [ours, theirs] = [median(times), median(unknown)]
  const differs = Math.max(1e-9, Math.abs(ours - theirs))
  return {
    scenario: name,
    detail: `p = ${p.toFixed(3)} of ${comparisons} comparisons, ${times.length} each in ${runs} runs`,
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
