const headsPrefix = 'refs/heads/'

/** Code hosts allow no longer names. */
const maxBranchLength = 256

/**
 * Matches a branch name with any of the patterns: `?` is one character, `*` any number without a slash, `**` any number. Glob libraries
 * compile to regular expressions that backtrack: `*a*a*a*b` takes them minutes. This one passes over the name once, with all patterns
 * as the states of one automaton. A state is a bit, which says that a pattern matches what was read up to one of its characters.
 */
export function branchMatcher(patterns: readonly string[]): (branch: string) => boolean {
  const { size, starts, ends, stars, doubleStars, wildcards, literals } = automatonOf(patterns)
  const words = Math.ceil(size / 32)
  const bits = (states: readonly number[]) => setBits(new Uint32Array(words), states)
  const [first, last] = [bits(starts), bits(ends)]
  const [staysInPart, stays] = [bits([...stars, ...doubleStars]), bits(doubleStars)]
  const wildcardBits = bits(wildcards)
  const none = new Uint32Array(words)
  // Made when a name has the character.
  const advancing = new Map<string, Uint32Array>()
  const advancesWith = (character: string): Uint32Array => {
    const made = advancing.get(character)
    if (made) return made
    const base = character === '/' ? none : wildcardBits
    const mask = setBits(Uint32Array.from(base), literals.get(character) ?? [])
    advancing.set(character, mask)
    return mask
  }

  return (branch) => {
    let states = Uint32Array.from(first)
    for (const character of withoutPrefix(branch).slice(0, maxBranchLength)) {
      const advances = advancesWith(character)
      const remains = character === '/' ? stays : staysInPart
      const next = new Uint32Array(words)
      let carried = 0
      let any = 0
      for (let word = 0; word < words; word += 1) {
        const current = states[word] as number
        const moved = current & (advances[word] as number)
        const reached = ((moved << 1) | carried | (current & (remains[word] as number))) >>> 0
        carried = moved >>> 31
        next[word] = reached
        any |= reached
      }
      if (any === 0) return false
      states = next
    }
    return states.some((word, index) => (word & (last[index] as number)) !== 0)
  }
}

type Automaton = {
  size: number
  /** The first and the last state of each pattern. */
  starts: number[]
  ends: number[]
  /** States at `*` and `**`, which remain. */
  stars: number[]
  doubleStars: number[]
  /** States before `?` and before each other character. */
  wildcards: number[]
  literals: Map<string, number[]>
}

function automatonOf(patterns: readonly string[]): Automaton {
  const automaton: Automaton = {
    size: 0,
    starts: [],
    ends: [],
    stars: [],
    doubleStars: [],
    wildcards: [],
    literals: new Map(),
  }
  for (const pattern of patterns) {
    automaton.starts.push(automaton.size)
    for (const step of withoutPrefix(pattern).match(/\*\*|./gsu) ?? []) {
      if (step === '**') automaton.doubleStars.push(automaton.size)
      else if (step === '*') automaton.stars.push(automaton.size)
      else {
        if (step === '?') automaton.wildcards.push(automaton.size)
        else if (automaton.literals.get(step)?.push(automaton.size) === undefined)
          automaton.literals.set(step, [automaton.size])
        automaton.size += 1
      }
    }
    automaton.ends.push(automaton.size)
    automaton.size += 1
  }
  return automaton
}

function setBits(words: Uint32Array, states: readonly number[]): Uint32Array {
  for (const state of states)
    words[state >>> 5] = ((words[state >>> 5] as number) | (1 << (state & 31))) >>> 0
  return words
}

function withoutPrefix(name: string): string {
  return name.startsWith(headsPrefix) ? name.slice(headsPrefix.length) : name
}
