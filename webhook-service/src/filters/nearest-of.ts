/** The candidate with the fewest edits (Levenshtein distance). */
export function nearestOf(text: string, candidates: readonly string[]): string {
  const distances = new Map(candidates.map((each) => [each, distance(text, each)]))
  return candidates.reduce((best, each) =>
    (distances.get(each) ?? 0) < (distances.get(best) ?? 0) ? each : best,
  )
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, at(row, j) + 1, at(next, j - 1) + 1))
    }
    row = next
  }
  return at(row, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? 0
}
