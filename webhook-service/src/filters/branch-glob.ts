const headsPrefix = 'refs/heads/'

/** Longer names than code hosts allow are looked at up to here. */
const maxBranchLength = 256

/**
 * Whether a branch has a name like this: `?` is one character, `*` any without a slash, `**` any at all. Our own, since
 * matchers made of regular expressions backtrack: `*a*a*a*b` takes them minutes. This one goes over the name once with the
 * set of places in the pattern it may be at (branch-glob.test.ts).
 */
export function matchesBranch(pattern: string, branch: string): boolean {
  const steps = bare(pattern).match(/\*\*|./gsu) ?? []
  let places = reachable(new Set([0]), steps)
  for (const character of bare(branch).slice(0, maxBranchLength)) {
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

/** Stars may stand for nothing. */
function reachable(places: Set<number>, steps: string[]): Set<number> {
  // Places added while iterating are visited too.
  for (const place of places) if (steps[place]?.startsWith('*')) places.add(place + 1)
  return places
}

function bare(name: string): string {
  return name.startsWith(headsPrefix) ? name.slice(headsPrefix.length) : name
}
