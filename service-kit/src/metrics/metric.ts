/** One value of a metric; labels tell the values of one metric apart, and the suffix what of a histogram it is. */
export type Sample = {
  labels: Record<string, string>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

/** Something a process counts or measures, as Prometheus knows it. */
export type Metric = {
  /** Ends in its unit, or in `_total` when it only grows. */
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  /** One sentence for docs/metrics.md and for whoever scrapes. */
  help: string
  samples(): Sample[]
}

export type Counter<Label extends string> = Metric & { add(labels: Record<Label, string>): void }

/** A count for each combination of labels that occurred. Labels must come from small sets of our own, never from outside. */
export function counter<Label extends string>({
  name,
  help,
}: {
  name: string
  help: string
}): Counter<Label> {
  const counts = new Map<string, Sample>()
  return {
    name,
    help,
    type: 'counter',
    samples: () => [...counts.values()],
    add(labels) {
      const key = JSON.stringify(labels)
      const sample = counts.get(key) ?? { labels, value: 0 }
      sample.value += 1
      counts.set(key, sample)
    },
  }
}
