/** The two-sided p value of the Mann-Whitney U test: normal approximation with tie correction, for 20 values or more. */
export function mannWhitneyP(one: number[], other: number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let [rankSum, ties] = [0, 0]
  for (let start = 0; start < all.length; ) {
    let end = start + 1
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ isOne }) => isOne).length
    ties += (end - start) ** 3 - (end - start)
    start = end
  }
  const [n, m, total] = [one.length, other.length, all.length]
  const u = rankSum - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  if (deviation === 0) return 1
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return Math.min(1, 2 * upperTail(z))
}

/** The upper tail probability of the standard normal distribution for z >= 0; Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const coefficients = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = coefficients.reduceRight((rest, coefficient) => t * (coefficient + rest), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
