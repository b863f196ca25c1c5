/** The median ratio of the two times, in pairs, so that load on the machine affects both alike. */
export function timeRatio(one: () => void, other: () => void): number {
  const ratios = Array.from({ length: 15 }, () => time(one) / time(other))
  return ratios.toSorted((a, b) => a - b)[7] ?? 0
}

function time(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
