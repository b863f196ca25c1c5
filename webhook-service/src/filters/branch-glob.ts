const headsPrefix = 'refs/heads/'

/** Code hosts allow no longer names. */
const maxBranchLength = 256

/**
 * Matches a branch name: `?` is one character, `*` any number without a slash, `**` any number. Glob libraries compile to regular
 * expressions that backtrack: `*a*a*a*b` takes them minutes. This one passes over the name once.
 */
export function matchesBranch(pattern: string, branch: string): boolean {
  const steps = withoutPrefix(pattern).match(/\*\*|./gsu) ?? []
  let positions = reachable(new Set([0]), steps)
  for (const character of withoutPrefix(branch).slice(0, maxBranchLength)) {
    positions = reachable(after(character, positions, steps), steps)
    if (positions.size === 0) return false
  }
  return positions.has(steps.length)
}

function after(character: string, positions: Set<number>, steps: string[]): Set<number> {
  const next = new Set<number>()
  for (const position of positions) {
    const step = steps[position]
    if (step === '**' || (step === '*' && character !== '/')) next.add(position)
    else if (step === character || (step === '?' && character !== '/')) next.add(position + 1)
  }
  return next
}

/** Stars match zero characters. */
function reachable(positions: Set<number>, steps: string[]): Set<number> {
  // A Set also iterates over the elements that are added in the loop.
  for (const position of positions) if (steps[position]?.startsWith('*')) positions.add(position + 1)
  return positions
}

function withoutPrefix(name: string): string {
  return name.startsWith(headsPrefix) ? name.slice(headsPrefix.length) : name
}
