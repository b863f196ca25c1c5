import { availableParallelism } from 'node:os'
import { generatorTimeUs, type ProcessUse, processUse, stolenUs, type ThreadTimes } from './processor-time.ts'
import { quantile } from './quantile.ts'

/** One of several measured loads, and the processes that work for it. */
export type Contender = {
  run(seconds: number): Promise<{ perSecond: number; p50?: number; p99?: number }>
  pids?: Record<string, number>
}

/** Medians over the rounds, by name of the process where it says so; times in microseconds and switches for one request. */
export type Measured = {
  perSecond: number
  p50: number
  p99: number
  processorUs: Record<string, number>
  threadsUs: Record<string, ThreadTimes>
  /** Context switches of all these processes. */
  switches: number
  /** Processor time of whoever sent the requests. */
  generatorUs: number
  /** Share of the time of all processors that other virtual machines took. */
  stolen: number
}

const rounds = 5

/**
 * Measures contenders in turn, round by round, so that other work on the machine affects all of them equally. The first
 * round warms up and is not counted.
 */
export async function interleave<K extends string>(
  seconds: number,
  contenders: Record<K, Contender>,
): Promise<Record<K, Measured>> {
  const named = Object.entries<Contender>(contenders)
  const taken = new Map<string, Measured[]>(named.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, contender] of named) {
      const measured = await measure(contender, Math.max(1, Math.round(seconds / rounds)))
      if (round > 0) taken.get(name)?.push(measured)
    }
  }
  const medians = named.map(([name]) => [name, medianOf(taken.get(name) ?? [])])
  // Built from the same contenders as the type.
  return Object.fromEntries(medians) as Record<K, Measured>
}

/** `gateway 77 us, auth-service 14 ms (main 5.2, hashing 8.1, v8 0.7 ms); 37 switches; load 120 us; 0 % stolen`. */
export function formatProcessorTime({
  processorUs,
  threadsUs,
  switches,
  generatorUs,
  stolen,
}: Measured): string {
  const processes = Object.entries(processorUs).map(
    ([name, us]) => `${name} ${Math.round(us)} us${partsOf(threadsUs[name] ?? {}, us)}`,
  )
  const beside = [`load ${Math.round(generatorUs)} us`, `${(stolen * 100).toFixed(1)} % stolen`]
  if (processes.length > 0) beside.unshift(processes.join(', '), `${switches.toFixed(1)} switches`)
  return beside.join('; ')
}

/** Processor time of all processes of a contender for one request. */
export function totalUs({ processorUs }: Measured): number {
  return Object.values(processorUs).reduce((sum, us) => sum + us, 0)
}

function partsOf(threads: ThreadTimes, totalUs: number): string {
  // A class of less than 2 % says nothing.
  const parts = Object.entries(threads).filter(([, us]) => us > totalUs / 50)
  return parts.length < 2 ? '' : ` (${parts.map(([name, us]) => `${name} ${Math.round(us)}`).join(', ')})`
}

async function measure({ run, pids = {} }: Contender, seconds: number): Promise<Measured> {
  const uses = () => Object.entries(pids).map(([name, pid]) => [name, processUse(pid)] as const)
  const before = new Map(uses())
  const [generatorBefore, stolenBefore, startedAt] = [generatorTimeUs(), stolenUs(), performance.now()]
  const { perSecond, p50 = 0, p99 = 0 } = await run(seconds)
  const elapsedUs = (performance.now() - startedAt) * 1000
  const requests = (perSecond * elapsedUs) / 1_000_000
  const measured: Measured = {
    perSecond,
    p50,
    p99,
    processorUs: {},
    threadsUs: {},
    switches: 0,
    generatorUs: ((generatorTimeUs() ?? 0) - (generatorBefore ?? 0)) / requests,
    stolen: (stolenUs() - stolenBefore) / (elapsedUs * availableParallelism()),
  }
  for (const [name, after] of uses()) {
    const use = difference(before.get(name) ?? null, after)
    if (use === null) continue
    const threads = Object.entries(use.threadsUs).map(([kind, us]) => [kind, us / requests] as const)
    measured.threadsUs[name] = Object.fromEntries(threads)
    measured.processorUs[name] = threads.reduce((sum, [, us]) => sum + us, 0)
    measured.switches += use.switches / requests
  }
  return measured
}

function difference(before: ProcessUse | null, after: ProcessUse | null): ProcessUse | null {
  if (before === null || after === null) return null
  const threadsUs = Object.entries(after.threadsUs).map(
    // Less than before: a thread ended meanwhile.
    ([name, us]) => [name, Math.max(0, us - (before.threadsUs[name] ?? 0))] as const,
  )
  return { threadsUs: Object.fromEntries(threadsUs), switches: Math.max(0, after.switches - before.switches) }
}

function medianOf(all: Measured[]): Measured {
  const medianBy = (figureOf: (one: Measured) => number) => quantile(all.map(figureOf), 0.5)
  const byName = (timesOf: (one: Measured) => ThreadTimes) =>
    Object.fromEntries(
      Object.keys(all[0] ? timesOf(all[0]) : {}).map((name) => [
        name,
        medianBy((one) => timesOf(one)[name] ?? 0),
      ]),
    )
  const names = Object.keys(all[0]?.threadsUs ?? {})
  return {
    perSecond: medianBy(({ perSecond }) => perSecond),
    p50: medianBy(({ p50 }) => p50),
    p99: medianBy(({ p99 }) => p99),
    processorUs: byName(({ processorUs }) => processorUs),
    threadsUs: Object.fromEntries(
      names.map((name) => [name, byName(({ threadsUs }) => threadsUs[name] ?? {})]),
    ),
    switches: medianBy(({ switches }) => switches),
    generatorUs: medianBy(({ generatorUs }) => generatorUs),
    stolen: medianBy(({ stolen }) => stolen),
  }
}
