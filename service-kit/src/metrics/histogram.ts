import type { Metric } from './metric.ts'

export type Histogram = Metric & { observe(value: number): void }

/** How often something came to at most each of some bounds, with its sum; averages and shares are made of these by whoever scrapes. */
export function histogram({
  name,
  help,
  bounds,
}: {
  name: string
  help: string
  /** Rising. What is above the last is counted too. */
  bounds: readonly number[]
}): Histogram {
  const counts = bounds.map(() => 0)
  let [count, sum] = [0, 0]
  return {
    name,
    help,
    type: 'histogram',
    observe(value) {
      count += 1
      sum += value
      for (const [index, bound] of bounds.entries())
        if (value <= bound) counts[index] = (counts[index] ?? 0) + 1
    },
    samples: () => [
      ...bounds.map((bound, index) => bucket(String(bound), counts[index] ?? 0)),
      bucket('+Inf', count),
      { suffix: '_sum', labels: {}, value: sum },
      { suffix: '_count', labels: {}, value: count },
    ],
  }
}

function bucket(le: string, value: number) {
  return { suffix: '_bucket', labels: { le }, value } as const
}
