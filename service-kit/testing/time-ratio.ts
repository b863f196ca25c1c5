/** How long one takes over how long the other does: the median of pairs, so that what else the machine does meets both alike. */
export function timeRatio(one: () => void, other: () => void): number {
  const ratios = Array.from({ length: 15 }, () => time(one) / time(other))
  return ratios.toSorted((a, b) => a - b)[7] ?? 0
}

function time(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
