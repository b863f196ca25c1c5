const headsPrefix = 'refs/heads/'

/** Code hosts allow no longer names. */
const maxBranchLength = 256

/**
 * Matches a branch name: `?` is one character, `*` any number without a slash, `**` any number. Glob libraries compile to regular
 * expressions that backtrack: `*a*a*a*b` takes them minutes. This one passes over the name once.
 */
export function matchesBranch(pattern: string, branch: string): boolean {
  const steps = withoutPrefix(pattern).match(/\*\*|./gsu) ?? []
  let places = reachable(new Set([0]), steps)
  for (const character of withoutPrefix(branch).slice(0, maxBranchLength)) {
    places = reachable(after(character, places, steps), steps)
    if (places.size === 0) return false
  }
  return places.has(steps.length)
}

function after(character: string, places: Set<number>, steps: string[]): Set<number> {
  const next = new Set<number>()
  for (const place of places) {
    const step = steps[place]
    if (step === '**' || (step === '*' && character !== '/')) next.add(place)
    else if (step === character || (step === '?' && character !== '/')) next.add(place + 1)
  }
  return next
}

/** Stars match zero characters. */
function reachable(places: Set<number>, steps: string[]): Set<number> {
  // Places added while iterating are visited too.
  for (const place of places) if (steps[place]?.startsWith('*')) places.add(place + 1)
  return places
}

function withoutPrefix(name: string): string {
  return name.startsWith(headsPrefix) ? name.slice(headsPrefix.length) : name
}
