import { processorTimeUs } from './processor-time.ts'
import { quantile } from './quantile.ts'

/** One of several measured loads, and the processes that work for it. */
export type Contender = {
  run(seconds: number): Promise<{ perSecond: number; p50?: number; p99?: number }>
  pids?: Record<string, number>
}

/** Medians over the rounds; `processorUs` is the processor time of each process for one request. */
export type Measured = { perSecond: number; p50: number; p99: number; processorUs: Record<string, number> }

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

/** `gateway 77 us, session-service 27 us`. */
export function formatProcessorTime({ processorUs }: Measured): string {
  return Object.entries(processorUs)
    .map(([name, us]) => `${name} ${Math.round(us)} us`)
    .join(', ')
}

async function measure({ run, pids = {} }: Contender, seconds: number): Promise<Measured> {
  const before = new Map(Object.entries(pids).map(([name, pid]) => [name, processorTimeUs(pid)]))
  const startedAt = performance.now()
  const { perSecond, p50 = 0, p99 = 0 } = await run(seconds)
  const requests = (perSecond * (performance.now() - startedAt)) / 1000
  const processorUs: Record<string, number> = {}
  for (const [name, pid] of Object.entries(pids)) {
    const [from, to] = [before.get(name) ?? null, processorTimeUs(pid)]
    if (from !== null && to !== null) processorUs[name] = (to - from) / requests
  }
  return { perSecond, p50, p99, processorUs }
}

function medianOf(all: Measured[]): Measured {
  const names = Object.keys(all[0]?.processorUs ?? {})
  return {
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
    processorUs: Object.fromEntries(
      names.map((name) => [name, median(all.map((one) => one.processorUs[name] ?? 0))]),
    ),
  }
}

const median = (values: number[]) => quantile(values, 0.5)
