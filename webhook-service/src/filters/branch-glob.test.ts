import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { branchMatcher } from './branch-glob.ts'

const matchesBranch = (pattern: string, branch: string) => branchMatcher([pattern])(branch)

describe('branchMatcher', () => {
  for (const [pattern, fitting, other] of [
    ['main', ['main', 'refs/heads/main'], ['Main', 'main2', 'amain', 'refs/heads/x/main', '']],
    ['refs/heads/main', ['main'], ['mainly']],
    ['release-?', ['release-1', 'release-ü', 'release-😀'], ['release-', 'release-12', 'release-/']],
    ['feature/*', ['feature/a', 'feature/'], ['feature/a/b', 'feature', 'xfeature/a']],
    ['feature/**', ['feature/a', 'feature/a/b'], ['feature']],
    ['*', ['main', ''], ['a/b']],
    ['**', ['main', 'a/b/c', ''], []],
    ['*-fix', ['a-fix', '-fix'], ['a-fix-b', 'a/b-fix']],
    ['**/fix', ['a/fix', 'a/b/fix'], ['fix']],
    ['v1.*', ['v1.2'], ['v1x2']],
    ['a*b*c', ['abc', 'axbybzc'], ['acb', 'ab']],
    ['[ab]+(c|d)$', ['[ab]+(c|d)$'], ['ac']],
  ] as const)
    it(`matches names with ${pattern}`, () => {
      for (const branch of fitting) expect(matchesBranch(pattern, branch), branch).to.equal(true)
      for (const branch of other) expect(matchesBranch(pattern, branch), branch).to.equal(false)
    })

  it('matches like one pattern after the other', () => {
    let seed = 11
    const any = (max: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed % max
    }
    const text = (alphabet: readonly string[]) =>
      Array.from({ length: any(7) }, () => alphabet[any(alphabet.length)]).join('')
    for (let round = 0; round < 20_000; round += 1) {
      const patterns = Array.from({ length: 1 + any(12) }, () => text(['a', 'b', '/', '*', '**', '?', '😀']))
      const matcher = branchMatcher(patterns)
      for (let each = 0; each < 5; each += 1) {
        const branch = text(['a', 'b', '/', '😀'])
        const expected = patterns.some((pattern) => matchesStepwise(pattern, branch))
        if (matcher(branch) !== expected) expect.fail(`${JSON.stringify(patterns)} and ${branch}`)
      }
    }
  })

  it('takes little time for many patterns and long names', () => {
    for (const unit of ['*a', '**a', '?', 'a', 'a*', '/', 'ab']) {
      for (const unitOfName of ['a', 'ab', '/', '😀', 'a/']) {
        const patterns = Array.from(
          { length: 50 },
          (_, index) => `${unit.repeat(200 / unit.length).slice(0, 199)}${index % 7}`,
        )
        const branches = Array<string>(10).fill(unitOfName.repeat(256))
        const run = () => branches.some(branchMatcher(patterns))
        expect(leastProcessorMs(25, run), `${unit} ${unitOfName}`).to.be.below(25)
      }
    }
  })
})

/** The same with a set of positions. */
function matchesStepwise(pattern: string, branch: string): boolean {
  const steps = pattern.match(/\*\*|./gsu) ?? []
  const reachable = (positions: Set<number>) => {
    for (const position of positions) if (steps[position]?.startsWith('*')) positions.add(position + 1)
    return positions
  }
  let positions = reachable(new Set([0]))
  for (const character of branch) {
    const next = new Set<number>()
    for (const position of positions) {
      const step = steps[position]
      if (step === '**' || (step === '*' && character !== '/')) next.add(position)
      else if (step === character || (step === '?' && character !== '/')) next.add(position + 1)
    }
    positions = reachable(next)
  }
  return positions.has(steps.length)
}
